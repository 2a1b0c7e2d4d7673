import { notFound, redirect } from '@tanstack/react-router'
import { assertAnswered } from '~/lib/data-error'
import type { Db } from '~/lib/db-client'
import { readAll } from '~/lib/read-all'
import { findCurrentSlug } from './former-slugs-data'

export type CategoryRow = Awaited<ReturnType<typeof listCategories>>[number]
export type CategorySamples = Awaited<ReturnType<typeof listSamples>>

/** Every category with its number of tools, by name. Throws 'Failed to fetch categories'. */
export function listCategories(db: Db, signal: AbortSignal) {
  const columns = 'id, name, slug, tool_count'
  const ask = () => db.from('categories').select(columns).order('name').order('id').abortSignal(signal)
  return readAll(ask, 'Failed to fetch categories', signal)
}

/**
 * One category. A slug it had before redirects for good, in the same order of its list; not found is a 404; else 'Failed
 * to fetch categories'.
 */
export async function getCategory(db: Db, slug: string, signal: AbortSignal) {
  const columns = 'id, name, slug, description, tool_count'
  const answer = await db
    .from('categories')
    .select(columns)
    .eq('slug', slug)
    .abortSignal(signal)
    .maybeSingle()
  assertAnswered(answer, 'Failed to fetch categories', signal)
  if (!answer.data) {
    const current = await findCurrentSlug(db, 'category', slug, signal)
    throw current
      ? redirect({
          to: '/categories/$slug',
          params: { slug: current },
          search: true,
          statusCode: 308,
          replace: true,
        })
      : notFound()
  }
  return answer.data
}

/** Names and logos ('' for none) of up to three tools of every category, by category id. Throws 'Failed to fetch tools'. */
export async function listSamples(db: Db, signal: AbortSignal) {
  const ask = () => db.rpc('list_category_samples', undefined, { get: true }).abortSignal(signal)
  const all = await readAll(ask, 'Failed to fetch tools', signal)
  return Object.fromEntries(all.map(({ category_id, ...samples }) => [category_id, samples]))
}

/** How many tools each category would add to the list of those in the selected ones, by category id. Throws 'Failed to fetch categories'. */
export async function countFurtherChoices(db: Db, selected: readonly string[], signal: AbortSignal) {
  const ask = () =>
    db
      .rpc('count_further_choices', { selected: [...selected] }, { get: true })
      .order('category_id')
      .abortSignal(signal)
  const all = await readAll(ask, 'Failed to fetch categories', signal)
  return new Map(all.map(({ category_id, added }) => [category_id, added]))
}
