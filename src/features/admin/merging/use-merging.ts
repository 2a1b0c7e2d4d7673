import { useMutation, useQueryClient } from '@tanstack/react-query'
import { undo } from '#messages/admin-catalogue.js'
import * as messages from '#messages/merging.js'
import { notify } from '~/lib/notify'
import { refreshCatalogue } from '../catalogue/refresh-catalogue'
import {
  areTwoMutation,
  DUPLICATES,
  type Merge,
  mergeMutation,
  type Pair,
  undoMergeMutation,
} from './merging-data'

/** What an editor does about duplicates; the toast takes it back. */
export function useMerging() {
  const queryClient = useQueryClient()
  const merging = useMutation(mergeMutation)
  const undoing = useMutation(undoMergeMutation)
  const deciding = useMutation(areTwoMutation)

  async function takeBack({ id, name }: Merge['gone']): Promise<void> {
    try {
      await undoing.mutateAsync(id)
      notify.success(messages.undone({ name }))
      await refreshCatalogue(queryClient)
      // Where it is undone in the log.
      await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('audit') })
    } catch {
      // The query client reports it.
    }
  }

  /** Whether it was done. */
  async function merge(kind: 'tools' | 'categories', { gone, kept }: Merge): Promise<boolean> {
    try {
      await merging.mutateAsync({ kind, gone, kept })
    } catch {
      // The query client reports it.
      return false
    }
    notify.success(messages.merged({ gone: gone.name, kept: kept.name }), {
      label: undo,
      run: () => void takeBack(gone),
    })
    await refreshCatalogue(queryClient)
    return true
  }

  async function sayTwo({ one, other }: Pick<Pair, 'one' | 'other'>, are_two = true): Promise<void> {
    try {
      await deciding.mutateAsync({ one: one.id, other: other.id, are_two })
      if (are_two)
        notify.success(messages.areTwoDone, { label: undo, run: () => void sayTwo({ one, other }, false) })
      await queryClient.invalidateQueries({ queryKey: DUPLICATES })
    } catch {
      // The query client reports it.
    }
  }

  return {
    isBusy: merging.isPending || undoing.isPending || deciding.isPending,
    merge,
    takeBack: (gone: Merge['gone']) => void takeBack(gone),
    sayTwo: (pair: Pair) => void sayTwo(pair),
  }
}
