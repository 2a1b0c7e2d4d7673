import { useEffect } from 'react'
import { Toaster as Sonner, toast } from 'sonner'
import { close } from '#messages/common.js'
import { connectToaster } from '~/lib/notify'
import { Icon } from './icon'

/** The toasts of the page, in inverted colours. */
export function Toaster() {
  useEffect(() => {
    let failure: string | number | undefined
    return connectToaster({
      show({ kind, message, action, stays }) {
        const id = toast[kind](message, {
          ...(action && { action: { label: action.label, onClick: action.run }, duration: TIME_TO_ACT_MS }),
          ...(stays && { duration: Number.POSITIVE_INFINITY, closeButton: true }),
        })
        if (stays) failure = id
      },
      clearFailure() {
        if (failure !== undefined) toast.dismiss(failure)
        failure = undefined
      },
    })
  }, [])
  return (
    <Sonner
      position="bottom-center"
      duration={5000}
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: close,
        classNames: {
          toast:
            'flex w-full items-center gap-[11px] rounded-xl border border-ink bg-ink px-[18px] py-3.5 font-sans text-sm/[1.4] font-medium text-paper shadow-float',
          actionButton:
            '-my-2 -me-2 ms-auto shrink-0 rounded-lg px-3 py-2 font-semibold underline underline-offset-3 pointer-coarse:min-h-11',
          closeButton:
            'order-1 -my-1.5 -me-2 ms-auto grid size-8 shrink-0 place-items-center rounded-lg pointer-coarse:-my-3 pointer-coarse:size-11',
          success: '[--toast-mark:var(--color-toast-good)]',
          error: '[--toast-mark:var(--color-toast-bad)]',
        },
      }}
      icons={{ success: MARK, error: MARK, info: MARK, close: <Icon name="close" size={16} /> }}
    />
  )
}

/** A toast with a button stays longer. */
const TIME_TO_ACT_MS = 10_000

const MARK = <span className="block size-2 rounded-full bg-(--toast-mark,var(--color-accent))" />
