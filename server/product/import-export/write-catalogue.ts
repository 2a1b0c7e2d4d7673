import { FACT_FIELDS, type Facts, NO_FACTS, pickFacts } from '#shared/fact-fields.ts'
import { EMPTY_TOOL, pickToolFields, TOOL_FIELDS, type ToolFields } from '#shared/tool-fields.ts'
import type { BatchContext, BatchResult, Change, Connection, FieldChange } from './batch.ts'
import type { CatalogueRow } from './catalogue-row.ts'
import type { Entry } from './check-line.ts'
import { ensureCategories, type StoredCategory, writeCategories } from './write-categories.ts'

/**
 * Writes rows with distinct slugs in a handful of statements. The caller opens and ends the transaction. Tools are
 * found by slug. A tool whose columns and categories (in order) already match is not written. New tools are dated
 * `startedAt` less one microsecond per line, so the first line of a file is the newest and paging by date has no ties.
 */
export async function writeBatch(
  connection: Connection,
  entries: Entry[],
  { startedAt, descriptions }: BatchContext,
): Promise<BatchResult> {
  const rows = entries.flatMap(({ kind, line, row }) => (kind === 'tool' ? [{ ...row, line }] : []))
  const own = await writeCategories(
    connection,
    entries.flatMap(({ kind, line, row }) => (kind === 'category' ? [{ ...row, line }] : [])),
  )
  const named = rows.flatMap((row) => row.categories ?? [])
  const { bySlug, made } = await ensureCategories(connection, named, descriptions)
  const existing = new Map((await findTools(connection, rows)).map((tool) => [tool.slug, tool]))
  const created: NewTool[] = []
  const updated: ChangedTool[] = []
  const changes: Change[] = []
  for (const row of rows) {
    const { line, slug, name } = row
    const tool = existing.get(slug)
    const categories = row.categories && resolve(row.categories, bySlug)
    const change = tool && changeOf(tool, row, categories)
    if (!tool) created.push({ ...columnsOf(row), line, ids: (categories ?? []).map(({ id }) => id) })
    else if (change) updated.push(change.tool)
    if (!tool || change) changes.push({ kind: 'tool', line, slug, name, fields: change?.fields })
  }
  const links: ToolLinks[] = await insertTools(connection, created, startedAt)
  await updateTools(connection, updated)
  for (const { id, ids } of updated) if (ids) links.push({ id, ids })
  await linkCategories(connection, links)
  return {
    created: created.length,
    updated: updated.length,
    unchanged: rows.length - created.length - updated.length,
    categoryRows: entries.length - rows.length,
    newCategories: [...own.made, ...made],
    changedCategories: own.changes.flatMap(({ slug, fields }) => (fields ? [slug] : [])),
    changes: [...own.changes, ...changes],
  }
}

/** The categories a row names, each once: two names may mean the same category. */
function resolve(named: { slug: string }[], bySlug: ReadonlyMap<string, StoredCategory>): StoredCategory[] {
  const byId = new Map<string, StoredCategory>()
  for (const { slug } of named) {
    const category = bySlug.get(slug)
    if (!category) throw new Error(`The category ${slug} has gone while it was being used`)
    byId.set(category.id, category)
  }
  return [...byId.values()]
}

interface ToolColumns extends ToolFields, Facts {
  logo: string | null
}

interface StoredTool extends ToolColumns {
  id: string
  category_id: string | null
  /** In order. */
  categories: StoredCategory[]
}

/** `ids` are the categories in order. */
interface NewTool extends ToolColumns {
  line: number
  ids: string[]
}

/** `ids` is undefined when the categories stay as they are. */
interface ChangedTool extends ToolColumns {
  id: string
  category_id: string | null
  ids: string[] | undefined
}

interface ToolLinks {
  id: string
  ids: string[]
}

/** The new values of the columns; those a row does not mention keep the tool's values. */
function columnsOf(row: CatalogueRow, tool?: StoredTool): ToolColumns {
  const given = Object.entries(row).filter(([, value]) => value !== undefined)
  const whole = { ...EMPTY_TOOL, ...NO_FACTS, ...tool, ...Object.fromEntries(given) }
  return {
    ...pickToolFields(whole),
    ...pickFacts(whole),
    logo: row.logo === undefined ? (tool?.logo ?? null) : row.logo,
  }
}

/** Columns that an import may change: a tool is found by its slug. */
const CHANGED = [...TOOL_FIELDS.filter((field) => field !== 'slug'), ...FACT_FIELDS, 'logo'] as const

/** The changes that make the tool match the row, or undefined when it matches already. */
function changeOf(
  tool: StoredTool,
  row: CatalogueRow,
  categories: StoredCategory[] | undefined,
): { tool: ChangedTool; fields: FieldChange[] } | undefined {
  const columns = columnsOf(row, tool)
  const fields: FieldChange[] = CHANGED.filter((field) => !isSame(columns[field], tool[field])).map(
    (field) => ({ field, before: tool[field], after: columns[field] }),
  )
  const ids = categories?.map(({ id }) => id)
  const sameCategories = !ids || ids.join() === tool.categories.map(({ id }) => id).join()
  if (!sameCategories)
    fields.push({ field: 'categories', before: namesOf(tool.categories), after: namesOf(categories ?? []) })
  const categoryId = ids ? (ids[0] ?? null) : tool.category_id
  if (fields.length === 0 && categoryId === tool.category_id) return undefined
  return {
    tool: { ...columns, id: tool.id, category_id: categoryId, ids: sameCategories ? undefined : ids },
    fields,
  }
}

/** Lists of values have one canonical order. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const namesOf = (categories: StoredCategory[]) => categories.map(({ name }) => name).join(', ')

const STORED_COLUMNS = (['id', 'category_id', 'logo', ...TOOL_FIELDS, ...FACT_FIELDS] as const).map(
  (column) => `tools.${column}` as const,
)

/**
 * The existing tools, locked until the transaction ends so that the comparison stays valid. By id and with FOR NO KEY
 * UPDATE, as everybody locks tools (docs/decisions/050).
 */
function findTools(connection: Connection, rows: CatalogueRow[]) {
  return connection<StoredTool[]>`
    select ${connection(STORED_COLUMNS)},
      coalesce(
        (select jsonb_agg(jsonb_build_object('id', category.id, 'name', category.name) order by link.position, link.id)
         from public.tool_categories as link join public.categories as category on category.id = link.category_id
         where link.tool_id = tools.id),
        '[]') as categories
    from public.tools
    where tools.slug in (select jsonb_array_elements_text(${slugsOf(rows)}::text::jsonb))
    order by tools.id
    for no key update of tools`
}

const slugsOf = (rows: { slug: string }[]) => JSON.stringify(rows.map((row) => row.slug))

async function insertTools(
  connection: Connection,
  tools: NewTool[],
  startedAt: string,
): Promise<ToolLinks[]> {
  if (tools.length === 0) return []
  const rows = tools.map(({ ids, ...tool }) => ({ ...tool, category_id: ids[0] ?? null }))
  const columns = [...TOOL_FIELDS, ...FACT_FIELDS, 'logo', 'category_id']
  const inserted = await connection<{ id: string; slug: string }[]>`
    insert into public.tools (${connection(columns)}, created_at)
    select ${connection(columns)}, ${startedAt}::text::timestamptz - line * interval '1 microsecond'
    from (
      select tool.*, (row ->> 'line')::bigint as line
      from jsonb_array_elements(${JSON.stringify(rows)}::text::jsonb) as row
      cross join jsonb_populate_record(null::public.tools, row) as tool
    ) as added
    order by line
    returning id, slug`
  const idsBySlug = new Map(tools.map((tool) => [tool.slug, tool.ids]))
  return inserted.map(({ id, slug }) => ({ id, ids: idsBySlug.get(slug) ?? [] }))
}

async function updateTools(connection: Connection, tools: ChangedTool[]): Promise<void> {
  if (tools.length === 0) return
  const columns = [...CHANGED, 'category_id']
  await connection`
    update public.tools
    set (${connection(columns)}) = row (${connection(columns.map((column) => `changed.${column}`))})
    from jsonb_populate_recordset(null::public.tools, ${JSON.stringify(tools)}::text::jsonb) as changed
    where tools.id = changed.id`
}

/** Gives the tools exactly these categories in this order. The primary one has been set on the tool before. */
async function linkCategories(connection: Connection, tools: ToolLinks[]): Promise<void> {
  if (tools.length === 0) return
  const rows = JSON.stringify(tools)
  await connection`
    delete from public.tool_categories as link
    using jsonb_to_recordset(${rows}::text::jsonb) as tool (id uuid, ids jsonb)
    where link.tool_id = tool.id and not tool.ids ? link.category_id::text`
  await connection`
    insert into public.tool_categories (tool_id, category_id, position)
    select tool.id, category.id::uuid, category.ordinality - 1
    from jsonb_to_recordset(${rows}::text::jsonb) as tool (id uuid, ids jsonb)
    cross join jsonb_array_elements_text(tool.ids) with ordinality as category (id, ordinality)
    on conflict (tool_id, category_id) do update set position = excluded.position
    where tool_categories.position is distinct from excluded.position`
}
