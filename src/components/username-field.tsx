import type { ComponentProps } from 'react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { getDb } from '~/lib/db-client'
import * as messages from '~/messages/en/form'
import { findUsernameMistake } from '~/rules/person-rules'
import { FormField } from './form-field'
import { Input } from './ui/input'
import { isUsernameFree } from './username-data'

type UsernameFieldProps = Omit<ComponentProps<typeof Input>, 'disabled'> & {
  check: ReturnType<typeof useUsernameCheck>
  /** What the field holds now. */
  typed: string | undefined
  error?: string | undefined
}

/** A username, with what is known about it below: the rule, the lookup under way, that it is free, or the mistake. */
export function UsernameField({ check, typed, error, ...input }: UsernameFieldProps) {
  return (
    <FormField label={messages.username} error={error} hint={<Note check={check} typed={typed} />} live>
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
  if (checking) return messages.checking
  if (freeName !== null && freeName === typed?.trim()) {
    return (
      <span className="text-good">
        @{freeName}
        {messages.isAvailable}
      </span>
    )
  }
  return messages.usernameRule
}

/**
 * The username rules of section 5 as the person meets them: shape first, then the lookup, during which the field is to
 * be disabled (`checking`). An empty value and the person's `current` name, in whatever case, pass without a lookup.
 * `check` gives the mistake or null; a name once found free is not looked up twice.
 */
export function useUsernameCheck(current?: string) {
  const [checking, setChecking] = useState(false)
  const [freeName, setFreeName] = useState<string | null>(null)
  const pending = useRef<{ name: string; mistake: Promise<string | null> } | null>(null)

  async function check(value: string): Promise<string | null> {
    const name = value.trim()
    if (name === '' || name.toLowerCase() === current?.toLowerCase()) return null
    const mistake = findUsernameMistake(name)
    if (mistake || name === freeName) return mistake
    // Leaving the field by pressing the button asks twice at once: one lookup answers both.
    if (pending.current?.name !== name) pending.current = { name, mistake: lookUp(name) }
    return pending.current.mistake
  }

  async function lookUp(name: string): Promise<string | null> {
    const focused = document.activeElement
    setChecking(true)
    const free = await isUsernameFree(getDb(), name).catch(() => false)
    pending.current = null
    // Synchronously: a disabled field cannot take the focus its caller, or the person, wants it to have.
    flushSync(() => {
      setChecking(false)
      setFreeName(free ? name : null)
    })
    if (focused instanceof HTMLInputElement && document.activeElement === document.body) focused.focus()
    return free ? null : messages.usernameTaken
  }

  return { check, checking, freeName }
}
