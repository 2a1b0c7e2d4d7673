import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import * as messages from '#messages/admin.js'
import { recheckAdmin } from '~/lib/admin-status-data'
import { focusOnceLost } from '~/lib/focus-once-lost'
import { notify } from '~/lib/notify'

type Options<Row> = {
  /** Deletes the row. Returns false if it was not there. */
  mutation: UseMutationOptions<boolean, Error, Row>
  /** Refetches everything that showed the row. */
  onDeleted: (row: Row) => Promise<void>
  /** Receives the focus when the focused element is gone. */
  heading: RefObject<HTMLElement | null>
}

/** Deletes rows of a list, each after a confirmation, and reports the result (section 8). */
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
      // Not there: someone else was first, unless the right is gone, which AdminsOnly reports.
      if (!found && !(await recheckAdmin(queryClient))) return
      notify.success(messages.wasDeleted({ name: row.name }))
      await onDeleted(row)
      focusOnceLost(() => heading.current)
    } catch {
      // The query client reports it.
    } finally {
      setPending((ids) => ids.filter((id) => id !== row.id))
    }
  }

  return {
    toDelete,
    ask,
    cancel: () => ask(null),
    confirm: () => {
      ask(null)
      if (toDelete) void run(toDelete)
    },
    isPending: ({ id }: Row) => pending.includes(id),
  }
}
