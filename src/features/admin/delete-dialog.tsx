import { AlertDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { buttonClass } from '~/components/ui/button'
import { useFocusReturn } from '~/components/ui/dialog'
import * as messages from '~/messages/en/admin'

type Props = {
  title: string
  /** The name of what is to be deleted. */
  name: string
  /** What is also deleted, and what stays. */
  children: ReactNode
  onCancel: () => void
  onDelete: () => void
}

/** Confirms a permanent deletion (section 2, Admin); open while mounted. */
export function DeleteDialog({ title, name, children, onCancel, onDelete }: Props) {
  const giveFocusBack = useFocusReturn()
  return (
    <AlertDialog.Root open onOpenChange={(open) => open || onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-30 animate-fade bg-veil" />
        <AlertDialog.Content
          onCloseAutoFocus={giveFocusBack}
          className="card fixed top-1/2 left-1/2 z-30 max-h-[calc(100dvh-24px)] w-[min(480px,calc(100vw-24px))] -translate-1/2 animate-rise overflow-y-auto p-5 shadow-float outline-none md:p-[26px]"
        >
          <AlertDialog.Title className="display text-[26px] leading-[1.15] tracking-[-0.02em]">
            {title}
          </AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="mt-2 grid gap-2 text-ink-soft">
              <p className="text-ink">{messages.confirmDelete(name)}</p>
              <p className="text-sm">{children}</p>
            </div>
          </AlertDialog.Description>
          <div className="mt-6 flex justify-end gap-2.5">
            <AlertDialog.Cancel className={buttonClass({ variant: 'quiet' })}>
              {messages.cancel}
            </AlertDialog.Cancel>
            <AlertDialog.Action className={buttonClass({ variant: 'bad' })} onClick={onDelete}>
              {messages.deleteLabel}
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
