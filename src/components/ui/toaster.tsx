import { useEffect } from 'react'
import { Toaster as Sonner, toast } from 'sonner'
import { connectToaster } from '~/lib/notify'

/** The toasts of the page, in the look's ink: dark on light, light on dark. */
export function Toaster() {
  useEffect(() => connectToaster(({ kind, message }) => toast[kind](message)), [])
  return (
    <Sonner
      position="bottom-center"
      duration={5000}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast: 'toast',
          success: '[--toast-mark:var(--color-toast-good)]',
          error: '[--toast-mark:var(--color-toast-bad)]',
        },
      }}
      icons={{ success: MARK, error: MARK, info: MARK }}
    />
  )
}

const MARK = <span className="block size-2 rounded-full bg-(--toast-mark)" />
