import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type ComponentProps, useState } from 'react'
import * as messages from '#messages/form.js'
import { inSentence } from '~/lib/texts'
import { FormField } from './form-field'
import { Input } from './ui/input'

type PasswordFieldProps = Omit<ComponentProps<typeof Input>, 'type'> & {
  label: string
  /** The toggle's name for it: 'Show password'. */
  spokenName?: string
  error?: string | undefined
  hint?: string
  autoComplete: 'current-password' | 'new-password'
}

/** A password field with a button that shows or hides it. */
export function PasswordField({
  label,
  spokenName = inSentence(label),
  error,
  hint,
  ...input
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <FormField label={label} error={error} hint={hint}>
      {(wiring) => (
        <div className="relative">
          <Input
            {...input}
            {...wiring}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className="pe-12"
          />
          <button
            type="button"
            aria-label={(shown ? messages.hideNamed : messages.showNamed)({ name: spokenName })}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-control text-ink-faint hover:text-ink"
          >
            <Icon aria-hidden="true" className="size-[18px]" />
          </button>
        </div>
      )}
    </FormField>
  )
}
