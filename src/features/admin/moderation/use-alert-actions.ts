import { useMutation } from '@tanstack/react-query'
import * as inbox from '#messages/inbox.js'
import { notify } from '~/lib/notify'
import { type AlertAct, alertMutation } from './alerts-data'

/** What is done about an alert is told with its undo. */
export function useAlertActions(userId: string) {
  const { mutateAsync, isPending } = useMutation(alertMutation(userId))

  async function act(wanted: AlertAct, isUndo = false): Promise<void> {
    try {
      const changed = await mutateAsync(wanted)
      if (changed.length === 0) {
        notify.info(inbox.someoneWasFirst)
        return
      }
      const opposite = oppositeOf(wanted, changed)
      const undo = { label: inbox.undo, run: () => void act(opposite, true) }
      notify.success(describe(wanted, changed.length), isUndo ? undefined : undo)
    } catch {
      // The query client reports it.
    }
  }

  return { busy: isPending, act }
}

function oppositeOf(done: AlertAct, changed: string[]): AlertAct {
  switch (done.act) {
    case 'void':
      return { act: 'restore', ids: changed, reason: done.reason }
    case 'restore':
      return { act: 'void', ids: changed, reason: done.reason }
    default:
      return { act: done.act === 'close' ? 'reopen' : 'close', alertId: done.alertId }
  }
}

function describe({ act }: AlertAct, count: number): string {
  switch (act) {
    case 'void':
      return inbox.voided({ count })
    case 'restore':
      return inbox.restored({ count })
    case 'close':
      return inbox.alertClosed
    case 'reopen':
      return inbox.alertReopened
  }
}
