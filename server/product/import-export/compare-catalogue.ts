import type { ISql } from 'postgres'
import type { Change } from '#shared/import-export-rules.ts'
import { ownValue } from '#shared/own-value.ts'
import { FACTS, type Fact, type FieldValue, factValues, TOOL_FIELDS } from '#shared/tool-fields.ts'
import { categoriesOfTool } from './export-catalogue.ts'
import type { CategoryName, Entry } from './read-line.ts'

/** What rows would change: all that a preview reports, and all that an import writes. */
export interface Plan {
  newCategories: CategoryColumns[]
  changedCategories: CategoryColumns[]
  newTools: PlannedTool[]
  changedTools: PlannedTool[]
  changes: Change[]
}

interface CategoryColumns {
  slug: string
  name: string
  description: string | null
}

export interface PlannedTool {
  line: number
  /** All of them, of an existing tool also its id. */
  columns: Record<string, FieldValue | OwnFacts>
  /** Slugs in order; null keeps the stored ones. */
  categories: string[] | null
}

type Columns = Entry['columns']
type OwnFacts = Record<string, FieldValue>

/**
 * Compares rows with distinct slugs with the catalogue. Tools are found by slug, categories by slug or else by name in
 * any case, an exact one by slug only. `facts`: those of the site. `locks`: holds the tools until the transaction ends,
 * by id and with FOR NO KEY UPDATE, as everybody locks tools (docs/decisions/050). `fill`: of what exists, only what is
 * missing is compared.
 */
export async function compareCatalogue(
  sql: ISql,
  entries: Entry[],
  { locks, facts = FACTS, fill = false }: { locks: boolean; facts?: readonly Fact[]; fill?: boolean },
): Promise<Plan> {
  const described = entries.filter(({ kind }) => kind === 'category')
  const tools = entries.filter(({ kind }) => kind === 'tool')
  const plan: Plan = { newCategories: [], changedCategories: [], newTools: [], changedTools: [], changes: [] }

  const categories = await findCategories(sql, [
    ...described.map(({ columns: { name, slug } }) => ({ name, slug, exact: true })),
    ...tools.flatMap((tool) => tool.categories ?? []),
  ])
  const add = (category: CategoryColumns) => {
    categories.set(category.slug, category)
    plan.newCategories.push(category)
    return category
  }
  for (const { line, columns } of described) {
    const { slug } = columns
    const stored = categories.get(slug)
    const name = fill && stored ? stored.name : columns.name
    const kept = stored?.description ?? null
    const description = fill && kept !== null ? kept : (columns.description ?? kept)
    const category = { slug, name, description: description === null ? null : String(description) }
    const fields = stored && differences({ ...stored }, { name, description })
    if (fields?.length === 0) continue
    if (!stored) add(category)
    else {
      categories.set(slug, category)
      plan.changedCategories.push(category)
    }
    plan.changes.push({ kind: 'category', line, slug, name, fields })
  }
  /** The categories a row names, each once: two names may mean the same category. */
  const place = (named: CategoryName[]) => {
    const placed = named.map(
      ({ slug, name }) => categories.get(slug) ?? add({ slug, name, description: null }),
    )
    return [...new Map(placed.map((category) => [category.slug, category])).values()]
  }

  const stored = new Map((await findTools(sql, tools, locks)).map((tool) => [tool.slug, tool]))
  for (const { line, columns: given, categories: named } of tools) {
    const { slug, name } = given
    const tool = stored.get(slug)
    const before = tool && factValues(tool.columns)
    const columns: Partial<Columns> = fill && before ? missingIn(before, given) : given
    const placed = named && !(fill && tool && tool.categories.length > 0) ? place(named) : undefined
    const fields = before && differences(before, columns)
    const own_facts = { ...tool?.ownFacts, ...ownFactsOf(facts, columns) }
    const isPlaced = placed && slugsOf(placed).join() !== (tool ? slugsOf(tool.categories).join() : null)
    if (tool && isPlaced)
      fields?.push({ field: 'categories', before: namesOf(tool.categories), after: namesOf(placed) })
    if (fields?.length === 0) continue
    const planned = { line, categories: isPlaced ? slugsOf(placed) : null }
    if (tool) plan.changedTools.push({ ...planned, columns: { ...tool.columns, ...columns, own_facts } })
    else plan.newTools.push({ ...planned, columns: { ...NEW_TOOL, ...columns, own_facts } })
    plan.changes.push({ kind: 'tool', line, slug, name, fields })
  }
  return plan
}

/** What a new tool has where its row mentions nothing. */
export const newTool = (facts: readonly Fact[]): Record<string, FieldValue> =>
  Object.fromEntries(
    [...TOOL_FIELDS, ...facts].map(({ column, kind }) => [
      column,
      kind === 'flag' ? false : kind === 'choices' ? [] : null,
    ]),
  )
const NEW_TOOL = newTool(FACTS)

/** The owner's facts among these values. */
const ownFactsOf = (facts: readonly Fact[], values: Partial<Columns>): OwnFacts =>
  Object.fromEntries(
    facts.flatMap(({ column, isOwn }) => {
      const value = isOwn ? ownValue(values, column) : undefined
      return value === undefined ? [] : [[column, value]]
    }),
  )

/** The values of a row that are unknown in the catalogue. */
const missingIn = (stored: Record<string, FieldValue>, given: Columns): Partial<Columns> =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([column, value]) => isUnknown(ownValue(stored, column)) && !isUnknown(value),
    ),
  )

const isUnknown = (value: FieldValue | undefined) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const differences = (
  stored: Record<string, FieldValue>,
  given: Partial<Columns>,
): NonNullable<Change['fields']> =>
  Object.entries(given).flatMap(([field, after = null]) => {
    // Lists of values have one canonical order; of an owner's fact an empty one is not stored.
    const before = ownValue(stored, field) ?? (Array.isArray(after) ? [] : null)
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ field, before, after }]
  })

const slugsOf = (categories: { slug: string }[]) => categories.map(({ slug }) => slug)
const namesOf = (categories: { name: string }[]) => categories.map(({ name }) => name).join(', ')

/** The existing ones among the named categories, by the slug they are named by. */
async function findCategories(sql: ISql, named: CategoryName[]): Promise<Map<string, CategoryColumns>> {
  const wanted = new Map<string, CategoryName>()
  for (const category of named)
    if (category.exact || !wanted.has(category.slug)) wanted.set(category.slug, category)
  const found = await sql<(CategoryColumns & { wanted: string })[]>`
    select wanted.slug as wanted, category.slug, category.name, category.description
    from jsonb_to_recordset(${JSON.stringify([...wanted.values()])}::text::jsonb)
      as wanted (name text, slug text, exact boolean)
    cross join lateral (
      select categories.* from public.categories
      where categories.slug = wanted.slug or (not wanted.exact and lower(categories.name) = lower(wanted.name))
      order by categories.slug = wanted.slug desc, categories.id
      limit 1
    ) as category`
  return new Map(found.map(({ wanted, ...category }) => [wanted, category]))
}

interface StoredTool {
  slug: string
  columns: Record<string, FieldValue | OwnFacts>
  /** Those that the setting hides too. */
  ownFacts: OwnFacts
  categories: { slug: string; name: string }[]
}

const findTools = (sql: ISql, tools: Entry[], locks: boolean) => sql<StoredTool[]>`
  select tools.slug, to_jsonb(tools) as columns, tools.own_facts as "ownFacts", ${sql.unsafe(categoriesOfTool)}
  from public.tools
  where tools.slug in (
    select jsonb_array_elements_text(${JSON.stringify(tools.map(({ columns }) => columns.slug))}::text::jsonb))
  order by tools.id
  ${locks ? sql`for no key update of tools` : sql``}`
