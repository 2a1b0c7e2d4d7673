import type { Db } from '~/lib/db-client'
import { assertAnswered } from '~/lib/errors'

/**
 * The current slug of the tool or category that once had this one, or null: there was none, or it was deleted. Failures
 * have the messages of a tool's or category's read (section 8).
 */
export async function findCurrentSlug(
  db: Db,
  kind: 'tool' | 'category',
  slug: string,
  signal: AbortSignal,
): Promise<string | null> {
  const answer = await db
    .rpc('find_current_slug', { kind, former_slug: slug }, { get: true })
    .abortSignal(signal)
  assertAnswered(answer, kind === 'tool' ? 'fetchTool' : 'fetchCategories', signal)
  return answer.data[0]?.slug ?? null
}
