import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as common from '#messages/common.js'
import * as messages from '#messages/merging.js'
import { notify } from '~/lib/notify'
import { reported } from '~/lib/reported'
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

  const takeBack = reported(async ({ id, name }: Merge['gone']) => {
    await undoing.mutateAsync(id)
    notify.success(messages.undone({ name }))
    await refreshCatalogue(queryClient)
    // Where it is undone in the log.
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('audit') })
  })

  /** Whether it was done. */
  async function merge(kind: 'tools' | 'categories', { gone, kept }: Merge): Promise<boolean> {
    try {
      await merging.mutateAsync({ kind, gone, kept })
    } catch {
      // The query client reports it.
      return false
    }
    notify.success(messages.merged({ gone: gone.name, kept: kept.name }), {
      label: common.undo,
      run: () => takeBack(gone),
    })
    await refreshCatalogue(queryClient)
    return true
  }

  const sayTwo = reported(async (pair: Pick<Pair, 'one' | 'other'>, isUndo?: boolean) => {
    await deciding.mutateAsync({ one: pair.one.id, other: pair.other.id, are_two: !isUndo })
    if (!isUndo) notify.success(messages.areTwoDone, { label: common.undo, run: () => sayTwo(pair, true) })
    await queryClient.invalidateQueries({ queryKey: DUPLICATES })
  })

  return {
    isBusy: merging.isPending || undoing.isPending || deciding.isPending,
    merge,
    takeBack,
    sayTwo,
  }
}
