import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as common from '#messages/common.js'
import * as messages from '#messages/links.js'
import { notify } from '~/lib/notify'
import { reported } from '~/lib/reported'
import { refreshCatalogue } from '../catalogue/refresh-catalogue'
import { refusalsOf } from '../refusals-of'
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

type Sent = (ids: string[]) => void

/** What an editor does about checked links. A change of addresses is taken back by the toast. */
export function useLinkActions() {
  const queryClient = useQueryClient()
  const again = useMutation(checkAgainMutation)
  const replacing = useMutation(replaceAddressesMutation)

  const checkAgain = reported(async (links: readonly CheckedLink[], onSent?: Sent) => {
    const ids = links.map(({ id }) => id)
    const count = await again.mutateAsync(ids)
    onSent?.(ids)
    notify.success(messages.asked({ count }))
    await queryClient.invalidateQueries({ queryKey: LINKS })
  })

  /** Without `onSent` it is an undo. */
  const replace = reported(async (changes: readonly AddressChange[], onSent?: Sent) => {
    const outcomes = await replacing.mutateAsync(changes)
    onSent?.(changes.map(({ tool_id }) => tool_id))
    const refusals = refusalsOf(outcomes, messages.outcomes)
    if (refusals !== '') notify.info(refusals)
    const done = outcomes.filter(({ outcome }) => outcome === 'done')
    const back = done.map((one) => ({ ...one, from: one.to, to: one.from }))
    const count = done.length
    if (count > 0 && !onSent) notify.success(messages.undone({ count }))
    else if (count > 0)
      notify.success(messages.done({ count }), { label: common.undo, run: () => replace(back) })
    await refreshCatalogue(queryClient)
  })

  return {
    isBusy: again.isPending || replacing.isPending,
    checkAgain,
    /** Gives them the addresses that they have moved to. */
    mend: (links: readonly CheckedLink[], onSent: Sent) => replace(movesOf(links), onSent),
  }
}
