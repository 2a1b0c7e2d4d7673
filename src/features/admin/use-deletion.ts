import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { recheckAdmin } from '~/lib/admin-status-data'
import { DataError } from '~/lib/data-error'
import { notify } from '~/lib/notify'

type Options<Row> = {
  /** Deletes it. Resolves to false when nothing was there to delete. Throws a DataError. */
  remove: (row: Row) => Promise<boolean>
  /** Reads everything that showed it once more. */
  onDeleted: (row: Row) => Promise<void>
  /** Takes the focus when what had it is gone. */
  heading: RefObject<HTMLElement | null>
}

/** Deleting rows of a list, each after it was asked about, and what is said of it (section 8). */
export function useDeletion<Row extends { id: string; name: string }>({
  remove,
  onDeleted,
  heading,
}: Options<Row>) {
  const queryClient = useQueryClient()
  const [asked, ask] = useState<Row | null>(null)
  const [pending, setPending] = useState<readonly string[]>([])

  async function run(row: Row): Promise<void> {
    setPending((ids) => [...ids, row.id])
    try {
      const found = await remove(row)
      // Nothing there: someone else was first, unless the right to it is gone. Then AdminsOnly says so.
      if (!found && !(await recheckAdmin(queryClient))) return
      notify.success(`"${row.name}" has been deleted`)
      await onDeleted(row)
      if (isFocusLost(row.id)) heading.current?.focus()
    } catch (error) {
      notify.error(describe(error))
    } finally {
      setPending((ids) => ids.filter((id) => id !== row.id))
    }
  }

  return {
    asked,
    ask,
    cancel: () => ask(null),
    confirm: () => asked && void run(asked),
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

/** Statuses of a gateway that could not ask the database. */
const UNANSWERED = [0, 502, 503, 504]

/** The database's refusal in its own words; without its answer nobody knows whether the row is still there. */
function describe(error: unknown): string {
  if (error instanceof DataError && !UNANSWERED.includes(error.status)) return error.message
  return 'Failed to complete delete operation'
}
