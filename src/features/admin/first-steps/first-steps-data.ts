import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Database } from '~/database.types'
import { type Db, getDb } from '~/lib/db-client'
import { getEnvironment } from '~/lib/environment'
import { assertAnswered } from '~/lib/errors'
import { PERSONAL } from '~/lib/session'

type FirstSteps = Database['public']['Functions']['get_first_steps']['Returns'][number]

/** Whether the list is hidden: dismissed by an administrator, or complete. */
export const isOver = ({ is_dismissed, ...steps }: FirstSteps) =>
  is_dismissed || Object.values(steps).every(Boolean)

/** The completed first steps. A name set by the environment counts too. */
async function getFirstSteps(db: Db, signal: AbortSignal): Promise<FirstSteps> {
  const answer = await db.rpc('get_first_steps').abortSignal(signal).single()
  assertAnswered(answer, 'loadFirstSteps', signal)
  const isNamed = getEnvironment().overrides.PRODUCT_NAME !== undefined
  return { ...answer.data, has_settings: answer.data.has_settings || isNamed }
}

/** Fetched whenever the dashboard opens, until all steps are done. Fails silently and blocks nothing. */
export const firstStepsQuery = (userId: string) =>
  queryOptions({
    queryKey: [PERSONAL, userId, 'first-steps'],
    queryFn: ({ signal }) => getFirstSteps(getDb(), signal),
    staleTime: ({ state }) => (state.data && isOver(state.data) ? Number.POSITIVE_INFINITY : 0),
    retry: false,
  })

/** Hides the list for every administrator. */
export const dismissMutation = mutationOptions({
  mutationFn: async () => assertAnswered(await getDb().rpc('dismiss_first_steps'), 'dismissFirstSteps'),
})
