import { useMutation, useQueryClient } from '@tanstack/react-query'
import { undo } from '#messages/admin-catalogue.js'
import * as messages from '#messages/links.js'
import { notify } from '~/lib/notify'
import { refreshCatalogue } from '../catalogue/refresh-catalogue'
import {
  type AddressChange,
  type CheckedLink,
  checkAgainMutation,
  LINKS,
  replaceAddressesMutation,
} from './links-data'

/** Those that can be mended by one press. */
export const movesOf = (links: readonly CheckedLink[]): AddressChange[] =>
  links.flatMap(({ id, name, website_url: from, leads_to: to }) =>
    to === null ? [] : [{ tool_id: id, name, from, to }],
  )

/** What an editor does about checked links. A change of addresses is taken back by the toast. */
export function useLinkActions() {
  const queryClient = useQueryClient()
  const again = useMutation(checkAgainMutation)
  const replacing = useMutation(replaceAddressesMutation)

  async function checkAgain(links: readonly CheckedLink[]): Promise<void> {
    try {
      const count = await again.mutateAsync(links.map(({ id }) => id))
      notify.success(messages.asked({ count }))
      await queryClient.invalidateQueries({ queryKey: LINKS })
    } catch {
      // The query client reports it.
    }
  }

  async function replace(changes: readonly AddressChange[], isUndo = false): Promise<void> {
    try {
      const outcomes = await replacing.mutateAsync(changes)
      const done = outcomes.filter(({ outcome }) => outcome === 'done')
      const namesOf = (reason: string) =>
        outcomes.flatMap(({ outcome, name }) => (outcome === reason ? [name] : [])).join(', ')
      const refusals = (['changed', 'taken', 'gone'] as const).flatMap((reason) => {
        const names = namesOf(reason)
        return names === '' ? [] : [messages.outcomes[reason]({ names })]
      })
      if (refusals.length > 0) notify.info(refusals.join(' '))
      const count = done.length
      if (count > 0)
        notify.success(
          isUndo ? messages.undone({ count }) : messages.done({ count }),
          isUndo
            ? undefined
            : {
                label: undo,
                run: () =>
                  void replace(
                    done.map((one) => ({ ...one, from: one.to, to: one.from })),
                    true,
                  ),
              },
        )
      await refreshCatalogue(queryClient)
    } catch {
      // The query client reports it.
    }
  }

  return {
    isBusy: again.isPending || replacing.isPending,
    checkAgain: (links: readonly CheckedLink[]) => void checkAgain(links),
    /** Gives them the addresses that they have moved to. */
    mend: (links: readonly CheckedLink[]) => void replace(movesOf(links)),
  }
}
