import { useMutation, useQueryClient } from '@tanstack/react-query'
import { undo as undoLabel } from '#messages/admin-catalogue.js'
import * as messages from '#messages/icons.js'
import { notify } from '~/lib/notify'
import { refreshCatalogue } from '../catalogue/refresh-catalogue'
import {
  decideIconsMutation,
  type IconOutcome,
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

  async function suggest(toolIds?: readonly string[]): Promise<void> {
    try {
      const count = await suggesting.mutateAsync(toolIds)
      if (count > 0) notify.success(messages.asked({ count }))
      else notify.info(messages.nothingToAsk)
      await queryClient.invalidateQueries({ queryKey: iconsQuery.queryKey })
    } catch {
      // The query client reports it.
    }
  }

  async function undo(ids: readonly string[]): Promise<void> {
    try {
      const count = await undoing.mutateAsync(ids)
      if (count < ids.length) notify.info(messages.notUndone({ count: ids.length - count }))
      else notify.success(messages.undone({ count }))
      await refreshCatalogue(queryClient)
    } catch {
      // The query client reports it.
    }
  }

  async function decide(icons: readonly SuggestedIcon[], isApproved: boolean): Promise<void> {
    try {
      const outcomes = await deciding.mutateAsync({ icons, isApproved })
      const refusals = refusalsOf(outcomes)
      if (refusals !== '') notify.info(refusals)
      const done = outcomes.flatMap(({ id, outcome }) => (outcome === 'done' ? [id] : []))
      const count = done.length
      if (count > 0)
        notify.success(isApproved ? messages.approved({ count }) : messages.declined({ count }), {
          label: undoLabel,
          run: () => void undo(done),
        })
      await refreshCatalogue(queryClient)
    } catch {
      // The query client reports it.
    }
  }

  return {
    isBusy: suggesting.isPending || deciding.isPending || undoing.isPending,
    suggest: (toolIds?: readonly string[]) => void suggest(toolIds),
    decide: (icons: readonly SuggestedIcon[], isApproved: boolean) => void decide(icons, isApproved),
  }
}

/** Which were not decided, and why. */
const refusalsOf = (outcomes: readonly IconOutcome[]): string =>
  (['changed', 'gone', 'notStored'] as const)
    .flatMap((reason) => {
      const names = outcomes.flatMap(({ outcome, name }) => (outcome === reason ? [name] : [])).join(', ')
      return names === '' ? [] : [messages.outcomes[reason]({ names })]
    })
    .join(' ')
