import type { Db } from '~/lib/db-client'
import { assertAnswered } from '~/lib/errors'

/**
 * The present slug of the tool or category that had this one before, or null: nothing ever had it, or what had it is
 * gone. Throws what a failed read of a tool or a category says (section 8).
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
