import { useEffect } from 'react'
import { Toaster as Sonner, toast } from 'sonner'
import { connectToaster } from '~/lib/notify'

/** The toasts of the page, in inverted colours. */
export function Toaster() {
  useEffect(
    () =>
      connectToaster(({ kind, message, action }) =>
        toast[kind](
          message,
          action && { action: { label: action.label, onClick: action.run }, duration: TIME_TO_ACT_MS },
        ),
      ),
    [],
  )
  return (
    <Sonner
      position="bottom-center"
      duration={5000}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast: 'toast',
          actionButton: 'toast-action',
          success: '[--toast-mark:var(--color-toast-good)]',
          error: '[--toast-mark:var(--color-toast-bad)]',
        },
      }}
      icons={{ success: MARK, error: MARK, info: MARK }}
    />
  )
}

/** A toast with a button stays longer. */
const TIME_TO_ACT_MS = 10_000

const MARK = <span className="block size-2 rounded-full bg-(--toast-mark)" />
