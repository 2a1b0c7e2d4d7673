import { Dialog as Primitive } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import * as messages from '#messages/common.js'
import { Icon } from './icon'

type Props = {
  title: string
  description: ReactNode
  onClose: () => void
  /** While true the dialog cannot be closed: a request is in progress. */
  locked?: boolean | undefined
  /** An alert dialog is not closed by a click beside it, and has no button in its corner. */
  alert?: boolean | undefined
  children: ReactNode
}

/** A modal dialog, open while mounted. Restores the focus when it closes. */
export function Dialog({ title, description, onClose, locked = false, alert = false, children }: Props) {
  const giveFocusBack = useFocusReturn()
  const keepOpen = (event: Event) => {
    if (locked) event.preventDefault()
  }
  return (
    <Primitive.Root open onOpenChange={(open) => open || locked || onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-30 animate-fade bg-veil" />
        <Primitive.Content
          role={alert ? 'alertdialog' : 'dialog'}
          onCloseAutoFocus={giveFocusBack}
          onEscapeKeyDown={keepOpen}
          onInteractOutside={(event) => {
            if (locked || alert || isToast(event.target)) event.preventDefault()
          }}
          className="card fixed top-1/2 left-1/2 z-30 max-h-[calc(100dvh-24px)] w-[min(480px,calc(100vw-24px))] -translate-1/2 animate-rise overflow-y-auto p-5 shadow-float outline-none md:p-[26px]"
        >
          <Primitive.Title className="display pe-10 text-[26px] leading-[1.15] tracking-[-0.02em]">
            {title}
          </Primitive.Title>
          <Primitive.Description className="mt-1.5 text-ink-soft">{description}</Primitive.Description>
          {children}
          {!alert && (
            <Primitive.Close
              disabled={locked}
              aria-label={messages.close}
              className="absolute top-4 end-4 grid size-9 place-items-center rounded-lg text-ink-faint transition-colors hover:bg-sunken hover:text-ink pointer-coarse:size-11"
            >
              <Icon name="close" size={18} />
            </Primitive.Close>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** A close handler that restores the focus from before the dialog, which has no trigger of its own. */
export function useFocusReturn(): (event: Event) => void {
  const before = useRef(document.activeElement)
  return (event) => {
    event.preventDefault()
    if (before.current instanceof HTMLElement) before.current.focus()
  }
}

/** A toast beside a dialog may hold an undo: pressing it does not close the dialog. */
export function isToast(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-sonner-toaster]') !== null
}
