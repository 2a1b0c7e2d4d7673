import type { ComponentProps } from 'react'
import { FormField } from './form-field'
import { Input } from './ui/input'
import type { useUsernameCheck } from './use-username-check'

type UsernameFieldProps = Omit<ComponentProps<typeof Input>, 'disabled'> & {
  check: ReturnType<typeof useUsernameCheck>
  /** What the field holds now. */
  typed: string | undefined
  error?: string | undefined
}

/** A username, with what is known about it below: the rule, the lookup under way, that it is free, or the mistake. */
export function UsernameField({ check, typed, error, ...input }: UsernameFieldProps) {
  return (
    <FormField label="Username" error={error} hint={<Note check={check} typed={typed} />} live>
      {(wiring) => (
        <Input
          {...input}
          {...wiring}
          disabled={check.checking}
          // The address is what one signs in with: a password manager must not take this field for it.
          autoComplete="nickname"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
      )}
    </FormField>
  )
}

function Note({ check: { checking, freeName }, typed }: Pick<UsernameFieldProps, 'check' | 'typed'>) {
  if (checking) return 'Checking...'
  if (freeName !== null && freeName === typed?.trim()) {
    return <span className="text-good">@{freeName} is available</span>
  }
  return '3-30 letters, numbers, underscores or hyphens. Shown with what you recommend.'
}
