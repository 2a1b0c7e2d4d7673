import { mutationOptions } from '@tanstack/react-query'
import { removeQuietly } from '~/components/logos/logos-data'
import { type Db, getDb } from '~/lib/db-client'
import { dataOf } from '~/lib/errors'
import { completing } from './lists-data'

/** A change of several tools at once. */
export type BulkChange = { ids: readonly string[] } & (
  | { what: 'feature'; featured: boolean }
  | { what: 'category'; categoryId: string; isIn: boolean }
  | { what: 'delete' }
)

/** Makes the change; returns the ids of those that were not so already. */
async function changeTools(db: Db, change: BulkChange): Promise<string[]> {
  const ids = [...change.ids]
  switch (change.what) {
    case 'feature': {
      const { featured } = change
      const ask = db.from('tools').update({ featured }).in('id', ids).neq('featured', featured).select('id')
      const data = await dataOf(ask, 'saveTool')
      return data.map(({ id }) => id)
    }
    case 'category':
      return change.isIn ? addTo(db, change.categoryId, ids) : removeFrom(db, change.categoryId, ids)
    case 'delete': {
      const ask = db.from('tools').delete().in('id', ids).select('id, logo')
      const data = await completing(dataOf(ask, 'deleteTool'))
      for (const { logo } of data) if (logo) void removeQuietly(logo)
      return data.map(({ id }) => id)
    }
  }
}

async function addTo(db: Db, category_id: string, ids: string[]): Promise<string[]> {
  const links = db.from('tool_categories').select('tool_id').eq('category_id', category_id)
  const there = await dataOf(links.in('tool_id', ids), 'saveTool')
  const missing = ids.filter((id) => there.every(({ tool_id }) => tool_id !== id))
  if (missing.length === 0) return []
  const rows = missing.map((tool_id) => ({ tool_id, category_id }))
  const added = await dataOf(db.from('tool_categories').insert(rows).select('tool_id'), 'saveTool')
  return added.map(({ tool_id }) => tool_id)
}

async function removeFrom(db: Db, category_id: string, ids: string[]): Promise<string[]> {
  const links = db.from('tool_categories').delete().eq('category_id', category_id).in('tool_id', ids)
  const removed = await dataOf(links.select('tool_id'), 'saveTool')
  return removed.map(({ tool_id }) => tool_id)
}

/** What takes the change back for those it changed; null for a deletion, which asks beforehand. */
export function inverseOf(change: BulkChange, ids: readonly string[]): BulkChange | null {
  if (change.what === 'delete') return null
  return change.what === 'feature'
    ? { ...change, ids, featured: !change.featured }
    : { ...change, ids, isIn: !change.isIn }
}

export const bulkMutation = mutationOptions({
  mutationFn: (change: BulkChange) => changeTools(getDb(), change),
})
