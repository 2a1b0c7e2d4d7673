import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as common from '#messages/common.js'
import * as messages from '#messages/icons.js'
import { notify } from '~/lib/notify'
import { reported } from '~/lib/reported'
import { refreshCatalogue } from '../catalogue/refresh-catalogue'
import { refusalsOf } from '../refusals-of'
import {
  decideIconsMutation,
  iconsQuery,
  type SuggestedIcon,
  suggestIconsMutation,
  undoIconsMutation,
} from './icons-data'

/** What an editor does about suggested icons. A decision is taken back by the toast. */
export function useIconActions() {
  const queryClient = useQueryClient()
  const suggesting = useMutation(suggestIconsMutation)
  const deciding = useMutation(decideIconsMutation)
  const undoing = useMutation(undoIconsMutation)

  const suggest = reported(async (toolIds?: readonly string[]) => {
    const count = await suggesting.mutateAsync(toolIds)
    if (count > 0) notify.success(messages.asked({ count }))
    else notify.info(messages.nothingToAsk)
    await queryClient.invalidateQueries({ queryKey: iconsQuery.queryKey })
  })

  const undo = reported(async (ids: readonly string[]) => {
    const count = await undoing.mutateAsync(ids)
    if (count < ids.length) notify.info(messages.notUndone({ count: ids.length - count }))
    else notify.success(messages.undone({ count }))
    await refreshCatalogue(queryClient)
  })

  const decide = reported(async (icons: readonly SuggestedIcon[], isApproved: boolean, sent: () => void) => {
    const outcomes = await deciding.mutateAsync({ icons, isApproved })
    sent()
    const refusals = refusalsOf(outcomes, messages.outcomes)
    if (refusals !== '') notify.info(refusals)
    const done = outcomes.flatMap(({ id, outcome }) => (outcome === 'done' ? [id] : []))
    const count = done.length
    if (count > 0)
      notify.success(isApproved ? messages.approved({ count }) : messages.declined({ count }), {
        label: common.undo,
        run: () => undo(done),
      })
    await refreshCatalogue(queryClient)
  })

  return {
    isBusy: suggesting.isPending || deciding.isPending || undoing.isPending,
    suggest,
    decide,
  }
}
