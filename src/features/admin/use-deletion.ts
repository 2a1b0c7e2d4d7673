import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { recheckAdmin } from '~/lib/admin-status-data'
import { notify } from '~/lib/notify'
import * as messages from '~/messages/en/admin'

type Options<Row> = {
  /** Deletes it. Gives false when nothing was there to delete. */
  mutation: UseMutationOptions<boolean, Error, Row>
  /** Reads everything that showed it once more. */
  onDeleted: (row: Row) => Promise<void>
  /** Takes the focus when what had it is gone. */
  heading: RefObject<HTMLElement | null>
}

/** Deleting rows of a list, each after it was asked about, and what is said of it (section 8). */
export function useDeletion<Row extends { id: string; name: string }>({
  mutation,
  onDeleted,
  heading,
}: Options<Row>) {
  const queryClient = useQueryClient()
  const { mutateAsync } = useMutation(mutation)
  const [toDelete, ask] = useState<Row | null>(null)
  const [pending, setPending] = useState<readonly string[]>([])

  async function run(row: Row): Promise<void> {
    setPending((ids) => [...ids, row.id])
    try {
      const found = await mutateAsync(row)
      // Nothing there: someone else was first, unless the right to it is gone. Then AdminsOnly says so.
      if (!found && !(await recheckAdmin(queryClient))) return
      notify.success(messages.wasDeleted(row.name))
      await onDeleted(row)
      if (isFocusLost(row.id)) heading.current?.focus()
    } catch {
      // Said by the query client.
    } finally {
      setPending((ids) => ids.filter((id) => id !== row.id))
    }
  }

  return {
    toDelete,
    ask,
    cancel: () => ask(null),
    confirm: () => toDelete && void run(toDelete),
    isPending: ({ id }: Row) => pending.includes(id),
  }
}

/** Whether the focus is on what goes with the row, or has gone with it. */
function isFocusLost(id: string): boolean {
  const { activeElement } = document
  return (
    activeElement === document.body ||
    (activeElement instanceof HTMLElement && activeElement.dataset.deletes === id)
  )
}
