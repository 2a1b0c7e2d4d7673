import type { Db } from '~/lib/db-client'
import { assertAnswered } from '~/lib/errors'
import { toCard } from './tool-lists-data'

/** How many alternatives a page of them shows, which is as many as the database ranks. */
export const MAX_ALTERNATIVES = 20

export type Alternative = Awaited<ReturnType<typeof listAlternatives>>['tools'][number]

/** Other tools of the tool's categories, the nearest first: in the form of a list's page. */
export async function listAlternatives(db: Db, toolId: string, max: number, signal: AbortSignal) {
  const request = { tool_id: toolId, max_results: max }
  const answer = await db.rpc('list_alternatives', request, { get: true }).abortSignal(signal)
  assertAnswered(answer, 'fetchTools', signal)
  return { tools: answer.data.map(toCard), total: answer.data.length }
}
