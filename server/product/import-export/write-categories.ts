import type { Change, Connection } from './batch.ts'
import type { CategoryName } from './catalogue-row.ts'
import type { CategoryRow } from './exported-row.ts'

/** A category of the database. */
export interface StoredCategory {
  id: string
  name: string
}

/**
 * Finds the named categories, by slug or else by name in any case, and creates missing ones. An exact one is found by
 * slug only.
 */
export async function ensureCategories(
  connection: Connection,
  named: CategoryName[],
  descriptions: ReadonlyMap<string, string>,
): Promise<{ bySlug: Map<string, StoredCategory>; made: string[] }> {
  const wanted = new Map<string, CategoryName & { description: string | undefined }>()
  for (const category of named)
    if (!wanted.has(category.slug) || category.exact)
      wanted.set(category.slug, { ...category, description: descriptions.get(category.slug) })
  if (wanted.size === 0) return { bySlug: new Map(), made: [] }
  const names = JSON.stringify([...wanted.values()])
  const made = await connection<{ slug: string }[]>`
    insert into public.categories (name, slug, description)
    select wanted.name, wanted.slug, wanted.description
    from jsonb_to_recordset(${names}::text::jsonb) as wanted (name text, slug text, description text, exact boolean)
    where not exists (
      select from public.categories
      where categories.slug = wanted.slug
        or (wanted.exact is not true and lower(categories.name) = lower(wanted.name))
    )
    order by wanted.slug
    on conflict do nothing
    returning slug`
  const found = await connection<{ slug: string; id: string; name: string }[]>`
    select wanted.slug, category.id, category.name
    from jsonb_to_recordset(${names}::text::jsonb) as wanted (name text, slug text, exact boolean)
    cross join lateral (
      select categories.id, categories.name from public.categories
      where categories.slug = wanted.slug
        or (wanted.exact is not true and lower(categories.name) = lower(wanted.name))
      order by categories.slug = wanted.slug desc, categories.id
      limit 1
    ) as category`
  return {
    bySlug: new Map(found.map(({ slug, ...category }) => [slug, category])),
    made: made.map(({ slug }) => slug),
  }
}

/** Writes category rows with distinct slugs: creates them, or updates name and description. */
export async function writeCategories(
  connection: Connection,
  rows: (CategoryRow & { line: number })[],
): Promise<{ made: string[]; changes: Change[] }> {
  if (rows.length === 0) return { made: [], changes: [] }
  const existing = await connection<{ slug: string; name: string; description: string | null }[]>`
    select slug, name, description from public.categories
    where slug in (select jsonb_array_elements_text(${JSON.stringify(rows.map(({ slug }) => slug))}::text::jsonb))
    order by slug
    for no key update`
  const stored = new Map(existing.map((category) => [category.slug, category]))
  const changes: Change[] = []
  const made: string[] = []
  const changed: { slug: string; name: string; description: string | null }[] = []
  for (const { line, slug, name, description: given } of rows) {
    const category = stored.get(slug)
    const description = given === undefined ? (category?.description ?? null) : given
    if (category && category.name === name && category.description === description) continue
    changed.push({ slug, name, description })
    if (!category) made.push(slug)
    changes.push({
      kind: 'category',
      line,
      slug,
      name,
      fields:
        category &&
        [
          { field: 'name', before: category.name, after: name },
          { field: 'description', before: category.description, after: description },
        ].filter(({ before, after }) => before !== after),
    })
  }
  if (changed.length > 0)
    await connection`
      insert into public.categories (slug, name, description)
      select slug, name, description
      from jsonb_to_recordset(${JSON.stringify(changed)}::text::jsonb) as row (slug text, name text, description text)
      order by slug
      on conflict (slug) do update set name = excluded.name, description = excluded.description`
  return { made, changes }
}
