type Kind = 'success' | 'error' | 'info'
/** A button on a toast, while the toast is visible. */
type Action = { label: string; run: () => void }
type Notification = { kind: Kind; message: string; action?: Action | undefined; stays?: boolean }
type Shown = { show: (notification: Notification) => void; clearFailure: () => void }

let toaster: Shown | undefined
let waiting: Notification[] = []
let wake: (() => void) | undefined

/**
 * Shows a toast, from anywhere. The toaster is downloaded separately, so that visitors who only browse do not pay for
 * it; messages wait for it in order.
 */
export const notify = {
  success: (message: string, action?: Action) => send({ kind: 'success', message, action }),
  error: (message: string) => send({ kind: 'error', message }),
  info: (message: string) => send({ kind: 'info', message }),
  /** Why a form failed: stays until it is dismissed, or cleared by the next attempt or by leaving the form. */
  failure: (message: string) => send({ kind: 'error', message, stays: true }),
  clearFailure() {
    waiting = waiting.filter(({ stays }) => !stays)
    toaster?.clearFailure()
  },
}

function send(notification: Notification): void {
  if (toaster) {
    toaster.show(notification)
    return
  }
  waiting.push(notification)
  wake?.()
}

/**
 * For the root: called when the first message waits, so that it mounts the toaster. Returns the unsubscribe function.
 */
export function onFirstNotification(callback: () => void): () => void {
  wake = callback
  if (waiting.length > 0) callback()
  return () => {
    wake = undefined
  }
}

/** Whether a message waits and there is no toaster yet. */
export const isMessageWaiting = (): boolean => waiting.length > 0

/** For the mounted toaster: receives every waiting and later message. Returns the unsubscribe function. */
export function connectToaster(next: Shown): () => void {
  toaster = next
  for (const notification of waiting) next.show(notification)
  waiting = []
  return () => {
    toaster = undefined
  }
}
