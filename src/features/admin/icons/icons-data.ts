import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { removeQuietly } from '~/components/logos/logos-data'
import { type Db, getDb } from '~/lib/db-client'
import { dataOf } from '~/lib/errors'
import { storeLogos } from '../store-logos'

export type IconStatus = Awaited<ReturnType<typeof listIcons>>['status']
export type SuggestedIcon = Awaited<ReturnType<typeof listIcons>>['icons'][number]

/** Those that wait, as many as are shown at once, and how far the server is. */
async function listIcons(db: Db, signal: AbortSignal) {
  const [status, icons] = await Promise.all([
    dataOf(db.rpc('get_icon_status', undefined, { get: true }).single(), 'loadIcons', signal),
    dataOf(db.rpc('list_suggested_icons', undefined, { get: true }), 'loadIcons', signal),
  ])
  return { status, icons }
}

export const iconsQuery = queryOptions({
  queryKey: ['admin', 'icons'],
  queryFn: ({ signal }) => listIcons(getDb(), signal),
  staleTime: 0,
  // While the server is looking.
  refetchInterval: ({ state: { data } }) => data !== undefined && data.status.due > 0 && 5000,
})

/** Has icons looked for, of these tools or of all without a logo; returns at how many websites. */
export const suggestIconsMutation = mutationOptions({
  mutationFn: (tool_ids?: readonly string[]) =>
    dataOf(getDb().rpc('suggest_icons', tool_ids ? { tool_ids: [...tool_ids] } : {}), 'suggestIcons'),
})

/** changed, gone: as the database says · notStored: it is no picture after all. */
type IconOutcome = { id: string; name: string; outcome: string }

type IconDecision = { icons: readonly SuggestedIcon[]; isApproved: boolean }

async function decide(db: Db, { icons, isApproved }: IconDecision): Promise<IconOutcome[]> {
  const logos = isApproved
    ? await storeLogos(icons.map(({ id, picture }) => ({ id, toolId: id, picture })))
    : new Map<string, string>()
  const choices = icons.flatMap(({ id }) => {
    const logo = logos.get(id)
    if (!isApproved) return { tool_id: id }
    return logo === undefined ? [] : { tool_id: id, logo }
  })
  const data = await dataOf(db.rpc('decide_icons', { choices }), 'decideIcons')
  const outcomes = new Map(data.map(({ tool_id, outcome }) => [tool_id, outcome]))
  return icons.map(({ id, name }) => {
    const outcome = outcomes.get(id) ?? 'notStored'
    const logo = logos.get(id)
    // Nothing refers to it.
    if (logo !== undefined && outcome !== 'done') void removeQuietly(logo)
    return { id, name, outcome }
  })
}

export const decideIconsMutation = mutationOptions({
  mutationFn: (decision: IconDecision) => decide(getDb(), decision),
  meta: { failure: 'decideIcons' },
})

/** Returns how many were taken back. */
export const undoIconsMutation = mutationOptions({
  mutationFn: (tool_ids: readonly string[]) =>
    dataOf(getDb().rpc('undo_icons', { tool_ids: [...tool_ids] }), 'decideIcons'),
})
