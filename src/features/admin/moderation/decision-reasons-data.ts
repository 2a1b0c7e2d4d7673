import { queryOptions } from '@tanstack/react-query'
import * as inbox from '#messages/inbox.js'
import { type Db, getDb } from '~/lib/db-client'
import { dataOf } from '~/lib/errors'
import { askSettings } from '~/lib/site-reads-data'

/** The reasons the owner offers, one a line in the settings; ours if there are none. */
async function listDecisionReasons(db: Db, signal: AbortSignal): Promise<readonly string[]> {
  const data = await dataOf(askSettings(db).select('decision_reasons').single(), 'loadSite', signal)
  const lines = (data.decision_reasons ?? '').split('\n').map((line) => line.trim())
  const written = [...new Set(lines.filter((line) => line !== ''))]
  return written.length > 0 ? written : inbox.reasons
}

export const decisionReasonsQuery = queryOptions({
  queryKey: ['decision-reasons'],
  queryFn: ({ signal }) => listDecisionReasons(getDb(), signal),
  staleTime: 5 * 60_000,
})
