import type { ReactNode } from 'react'
import * as messages from '#messages/common.js'
import { Button } from './button'
import { Dialog } from './dialog'

type Props = {
  title: string
  description: ReactNode
  /** The labels of the two buttons. */
  confirm: string
  cancel?: string
  look?: 'bad' | 'solid'
  /** See `Dialog`. */
  alert?: boolean
  busy?: boolean
  /** False while what is confirmed is not chosen or not shown yet: a press would do nothing. */
  isReady?: boolean
  onConfirm: () => void
  onCancel: () => void
  /** Shown above the buttons. */
  children?: ReactNode
}

/** Asks before something is done or lost; open while mounted. */
export function ConfirmDialog(props: Props) {
  const {
    confirm,
    cancel = messages.cancel,
    look = 'bad',
    busy,
    isReady = true,
    onConfirm,
    onCancel,
    children,
  } = props
  return (
    <Dialog {...props} onClose={onCancel} locked={busy}>
      <div className="mt-5 grid gap-4">
        {children}
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button variant="quiet" disabled={busy} onClick={onCancel}>
            {cancel}
          </Button>
          <Button variant={look} busy={busy} disabled={!isReady} onClick={onConfirm}>
            {confirm}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
