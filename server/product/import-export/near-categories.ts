import type { ISql } from 'postgres'
import type { NearCategory } from '#shared/import-export-rules.ts'

/** How much two names must have in common (pg_trgm): 'Videos' and 'Video' have 0.63, 'Audio' and 'Video' 0.2. */
const NEAR = 0.5

/** New categories that are nearly named like one that exists, or like an earlier new one. */
export async function findNearCategories(sql: ISql, names: readonly string[]): Promise<NearCategory[]> {
  if (names.length === 0) return []
  return sql<NearCategory[]>`
    with given as (
      select name, place from jsonb_array_elements_text(${JSON.stringify(names)}::text::jsonb)
        with ordinality as given (name, place)),
    known as (
      select name, 0 as place from public.categories union all select name, place from given)
    select given.name as given, near.name as proposal
    from given cross join lateral (
      select known.name, extensions.similarity(lower(given.name), lower(known.name)) as likeness
      from known where known.place < given.place
      order by 2 desc, known.place, known.name limit 1) near
    where near.likeness >= ${NEAR}
    order by given.place`
}
