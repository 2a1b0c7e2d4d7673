import type { ComponentProps } from 'react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import * as messages from '#messages/form.js'
import { username as usernameName } from '#messages/rules.js'
import { findUsernameMistake } from '#shared/person-rules.ts'
import { getDb } from '~/lib/db-client'
import { FormField } from './form-field'
import { Input } from './ui/input'
import { isUsernameFree } from './username-data'

type Check = Pick<ReturnType<typeof useUsernameCheck>, 'checking' | 'freeName'>
type UsernameFieldProps = Omit<ComponentProps<typeof Input>, 'disabled'> & {
  check: Check
  /** The current value. */
  typed: string | undefined
  error?: string | undefined
}

/** A username field with its status below: the rule, a lookup in progress, free, or the error. */
export function UsernameField({ check, typed, error, ...input }: UsernameFieldProps) {
  return (
    <FormField label={usernameName} error={error} hint={<Note check={check} typed={typed} />} live>
      {(wiring) => (
        <Input
          {...input}
          {...wiring}
          disabled={check.checking}
          // Not 'username': people sign in with the address, so a password manager must not fill this field.
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
    return <span className="text-good">{messages.usernameAvailable({ username: freeName })}</span>
  }
  return messages.usernameRule
}

type Options = {
  /** Their name as it is stored. */
  current?: string
  /** What is typed in the form. */
  typed: () => string
  /** Shows what is wrong at the field, or nothing any more. */
  show: (mistake: string, shouldFocus: boolean) => void
  clear: () => void
}

/**
 * The username rules of section 5 in a form: first the format, then the lookup, during which the field should be
 * disabled (`checking`). An empty value and the person's `current` name, in any case, pass without a lookup. A name found
 * free is not looked up twice.
 */
export function useUsernameCheck({ current, typed, show, clear }: Options) {
  const [checking, setChecking] = useState(false)
  const [freeName, setFreeName] = useState<string | null>(null)
  const pending = useRef<{ name: string; mistake: Promise<string | null> } | null>(null)

  async function check(value: string): Promise<string | null> {
    const name = value.trim()
    if (name === '' || name.toLowerCase() === current?.toLowerCase()) return null
    const mistake = findUsernameMistake(name)
    if (mistake || name === freeName) return mistake
    // Leaving the field by pressing the button checks twice at once: both share one lookup.
    if (pending.current?.name !== name) pending.current = { name, mistake: lookUp(name) }
    return pending.current.mistake
  }

  async function lookUp(name: string): Promise<string | null> {
    const focused = document.activeElement
    setChecking(true)
    const free = await isUsernameFree(getDb(), name).catch(() => false)
    pending.current = null
    // Synchronously: a disabled field cannot receive the focus.
    flushSync(() => {
      setChecking(false)
      setFreeName(free ? name : null)
    })
    if (focused instanceof HTMLInputElement && document.activeElement === document.body) focused.focus()
    return free ? null : messages.usernameTaken
  }

  /** Whether the name may be taken; what is wrong with it is shown. */
  async function isAccepted(value: string, shouldFocus: boolean): Promise<boolean> {
    const mistake = await check(value)
    if (mistake) show(mistake, shouldFocus)
    return mistake === null
  }

  return {
    checking,
    freeName: freeName === current ? null : freeName,
    isAccepted,
    /** For `register`. */
    events: {
      onChange: clear,
      onBlur: ({ target }: { target: HTMLInputElement }) => isAccepted(target.value, false),
    },
    /** For mistakes elsewhere in the form: validating them removes that of the lookup. */
    keepMistake: ({ username }: { username?: unknown }) => {
      if (!username) void isAccepted(typed(), false)
    },
    /** It was taken since the lookup. */
    refuse: () => show(messages.usernameTaken, true),
  }
}
