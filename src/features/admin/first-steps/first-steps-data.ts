import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { StarterCounts } from '#shared/import-export-rules.ts'
import type { Database } from '~/database.types'
import { type Db, getDb } from '~/lib/db-client'
import { getEnvironment, servesItsBackend } from '~/lib/environment'
import { dataOf } from '~/lib/errors'
import { PERSONAL } from '~/lib/session'
import { callStarter } from '../import-export/import-export-data'

type FirstSteps = {
  steps: Database['public']['Functions']['get_first_steps']['Returns'][number]
  /** What is left of the starter catalogue as it came; null if our server does not know. */
  starter: StarterCounts | null
}

/** Whether the list is hidden: dismissed by an administrator, or complete. */
export const isOver = ({ steps: { is_dismissed, ...steps } }: FirstSteps) =>
  is_dismissed || Object.values(steps).every(Boolean)

/** The completed first steps. A name or links set by the environment count too. */
async function getFirstSteps(db: Db, signal: AbortSignal): Promise<FirstSteps> {
  const data = await dataOf(db.rpc('get_first_steps').single(), 'unknown', signal)
  const { PRODUCT_NAME, ...links } = getEnvironment().overrides
  const steps = {
    ...data,
    has_settings: data.has_settings || PRODUCT_NAME !== undefined,
    has_links: data.has_links || Object.values(links).length > 0,
  }
  const isShown = servesItsBackend() && !isOver({ steps, starter: null })
  return { steps, starter: isShown ? await callStarter('GET').catch(() => null) : null }
}

/** Fetched whenever the dashboard opens, until all steps are done. Fails silently and blocks nothing. */
export const firstStepsQuery = (userId: string) =>
  queryOptions({
    queryKey: [PERSONAL, userId, 'first-steps'],
    queryFn: ({ signal }) => getFirstSteps(getDb(), signal),
    staleTime: ({ state }) => (state.data && isOver(state.data) ? Number.POSITIVE_INFINITY : 0),
    retry: false,
  })

/** DELETE begins empty, POST takes that back. */
export const starterMutation = mutationOptions({
  mutationFn: (method: 'POST' | 'DELETE') => callStarter(method),
})

/** Hides the list for every administrator. */
export const dismissMutation = mutationOptions({
  mutationFn: () => dataOf(getDb().rpc('dismiss_first_steps'), 'dismissFirstSteps'),
})
