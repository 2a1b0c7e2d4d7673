import type { ReactNode } from 'react'
import { FormAlert } from '~/components/form-alert'
import { Button } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import * as messages from '~/messages/en/members'

type Props = {
  title: string
  /** The member and the consequences. */
  description: string
  /** The button's label, and its label while busy. */
  confirm: readonly [idle: string, busy: string]
  severe?: boolean
  busy: boolean
  refusal: string | null
  onCancel: () => void
  onConfirm: () => void
  children?: ReactNode
}

/** Confirms an action on a member, and shows why it was refused. */
export function ConfirmDialog(props: Props) {
  const { title, description, confirm, severe = false, busy, refusal, onCancel, onConfirm, children } = props
  return (
    <Dialog title={title} description={description} onClose={onCancel} locked={busy}>
      <form
        noValidate
        className="mt-5 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          onConfirm()
        }}
      >
        {children}
        {refusal && <FormAlert>{refusal}</FormAlert>}
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button variant="quiet" disabled={busy} onClick={onCancel}>
            {messages.cancel}
          </Button>
          <Button type="submit" variant={severe ? 'bad' : 'solid'} busy={busy}>
            {confirm[busy ? 1 : 0]}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
