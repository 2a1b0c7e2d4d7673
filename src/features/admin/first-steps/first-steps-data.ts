import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Database } from '~/database.types'
import { type Db, getDb } from '~/lib/db-client'
import { getEnvironment } from '~/lib/environment'
import { assertAnswered } from '~/lib/errors'
import { PERSONAL } from '~/lib/session'

export type FirstSteps = Database['public']['Functions']['get_first_steps']['Returns'][number]

/** Whether they are shown no more: put away by somebody, or all done. */
export const isOver = ({ is_dismissed, ...steps }: FirstSteps) =>
  is_dismissed || Object.values(steps).every(Boolean)

/** Which of the first steps are done. A name the environment gives is one, too. */
export async function getFirstSteps(db: Db, signal: AbortSignal): Promise<FirstSteps> {
  const answer = await db.rpc('get_first_steps').abortSignal(signal).single()
  assertAnswered(answer, 'loadFirstSteps', signal)
  const isNamed = getEnvironment().overrides.PRODUCT_NAME !== undefined
  return { ...answer.data, has_settings: answer.data.has_settings || isNamed }
}

/** Asked whenever the dashboard opens, until they are over. Nobody waits for it: it fails without a word. */
export const firstStepsQuery = (userId: string) =>
  queryOptions({
    queryKey: [PERSONAL, userId, 'first-steps'],
    queryFn: ({ signal }) => getFirstSteps(getDb(), signal),
    staleTime: ({ state }) => (state.data && isOver(state.data) ? Number.POSITIVE_INFINITY : 0),
    retry: false,
  })

/** Puts them away, for every administrator. */
export const dismissMutation = mutationOptions({
  mutationFn: async () => assertAnswered(await getDb().rpc('dismiss_first_steps'), 'dismissFirstSteps'),
})
