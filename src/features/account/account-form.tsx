import { useHydrated } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useEffect } from 'react'
import * as messages from '#messages/account.js'
import * as common from '#messages/common.js'
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

type SubmitButtonProps = {
  busy: boolean
  /** In a dialog, which has a second way out beside the button. */
  onCancel?: (() => void) | undefined
  children: ReactNode
}

/** The submit button of an account form, with another label while busy: full width, in a dialog beside the one that cancels. */
export function SubmitButton({ busy, onCancel, children }: SubmitButtonProps) {
  const hydrated = useHydrated()
  const submit = (
    <Button
      type="submit"
      size="lg"
      busy={busy}
      disabled={!hydrated}
      className={`${onCancel ? '' : 'mt-1 w-full'} ${hydrated ? '' : 'disabled:opacity-100'}`}
    >
      {children}
    </Button>
  )
  if (!onCancel) return submit
  return (
    <div className="flex flex-wrap justify-end gap-2.5">
      <Button variant="quiet" size="lg" disabled={busy} onClick={onCancel}>
        {common.cancel}
      </Button>
      {submit}
    </div>
  )
}
