import { useHydrated } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useEffect } from 'react'
import * as messages from '#messages/account.js'
import { FormAlert } from '~/components/form-alert'
import { Button } from '~/components/ui/button'
import { notify } from '~/lib/notify'

type Props = Omit<ComponentProps<'form'>, 'method' | 'noValidate'> & {
  /** What the person can do about the last try's failure, whose message is a toast. */
  help?: ReactNode
  submit?: ReactNode
}

/**
 * A form that is sent by script only. Its button is disabled until hydration, so that a native submission does not lose
 * what was typed; `method="post"` keeps a password out of the URL in any case.
 */
export function AccountForm({ children, help, submit, ...form }: Props) {
  useEffect(() => notify.clearFailure, [])
  return (
    <form {...form} method="post" noValidate className="grid gap-[18px]">
      {children}
      {help && <FormAlert>{help}</FormAlert>}
      {submit}
      <noscript>
        <FormAlert>{messages.formNeedsScript}</FormAlert>
      </noscript>
    </form>
  )
}

/** The submit button of an account form: full width, with another label while busy. */
export function SubmitButton({ busy, children }: { busy: boolean; children: ReactNode }) {
  const hydrated = useHydrated()
  return (
    <Button
      type="submit"
      size="lg"
      busy={busy}
      disabled={!hydrated}
      className={`mt-1 w-full ${hydrated ? '' : 'disabled:opacity-100'}`}
    >
      {children}
    </Button>
  )
}
