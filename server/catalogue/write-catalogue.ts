import type { ISql } from 'postgres'
import type { CatalogueRow, CategoryName } from './catalogue-row.ts'

/** A connection or a transaction of postgres.js, as the owner of the schema. */
export type Connection = ISql

/** A row and the line it stands on, counted from 1. */
export interface NumberedRow extends CatalogueRow {
  line: number
}

/** What all batches of an import share. */
export interface BatchContext {
  /** A timestamp of the database. */
  startedAt: string
  /** Descriptions, by slug, for categories that have to be made. */
  descriptions: ReadonlyMap<string, string>
}

/** What a batch did; `newCategories` are the slugs of the categories made for it. */
export interface BatchResult {
  created: number
  updated: number
  unchanged: number
  newCategories: string[]
}

/**
 * Writes rows, no slug twice, in a handful of statements whatever their number.
 * The caller opens and ends the transaction.
 *
 * Tools are found by slug. One whose columns and categories, in order, are what
 * the row says is not touched at all. New tools are dated `startedAt` less one
 * microsecond a line, so the first line of a file is the newest and paging by
 * date never has to break a tie.
 */
export async function writeBatch(
  connection: Connection,
  rows: NumberedRow[],
  { startedAt, descriptions }: BatchContext,
): Promise<BatchResult> {
  const { idsBySlug, newCategories } = await ensureCategories(connection, rows, descriptions)
  const categoryIds = (row: CatalogueRow) =>
    row.categories?.map((category) => {
      const id = idsBySlug.get(category.slug)
      if (id === undefined) throw new Error(`The category ${category.slug} has gone while it was being used`)
      return id
    })
  const existing = new Map((await findTools(connection, rows)).map((tool) => [tool.slug, tool]))
  const created: NewTool[] = []
  const updated: ChangedTool[] = []
  const links: ToolLinks[] = []
  for (const row of rows) {
    const tool = existing.get(row.slug)
    const ids = categoryIds(row)
    if (!tool)
      created.push({ ...columnsOf(row), line: row.line, featured: row.featured ?? false, ids: ids ?? [] })
    else {
      const change = changeOf(tool, row, ids)
      if (change) updated.push(change)
    }
  }
  links.push(...(await insertTools(connection, created, startedAt)))
  await updateTools(connection, updated)
  for (const { id, ids } of updated) if (ids) links.push({ id, ids })
  await linkCategories(connection, links)
  return {
    created: created.length,
    updated: updated.length,
    unchanged: rows.length - created.length - updated.length,
    newCategories,
  }
}

interface ToolColumns {
  name: string
  slug: string
  short_description: string
  website_url: string
  featured: boolean
}

interface StoredTool extends ToolColumns {
  id: string
  category_id: string | null
  category_ids: string[]
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

const columnsOf = ({ name, slug, short_description, website_url }: CatalogueRow) => ({
  name,
  slug,
  short_description,
  website_url,
})

/** What has to be written for the tool to be as the row says, or undefined when it is already. */
function changeOf(tool: StoredTool, row: CatalogueRow, ids: string[] | undefined): ChangedTool | undefined {
  const columns = { ...columnsOf(row), featured: row.featured ?? tool.featured }
  const categoryId = ids ? (ids[0] ?? null) : tool.category_id
  const sameCategories = !ids || ids.join() === tool.category_ids.join()
  const sameColumns =
    columns.name === tool.name &&
    columns.short_description === tool.short_description &&
    columns.website_url === tool.website_url &&
    columns.featured === tool.featured &&
    categoryId === tool.category_id
  if (sameColumns && sameCategories) return undefined
  return { ...columns, id: tool.id, category_id: categoryId, ids: sameCategories ? undefined : ids }
}

/** Finds the categories the rows name, by slug or else by name whatever its case, and makes those there are not. */
async function ensureCategories(
  connection: Connection,
  rows: NumberedRow[],
  descriptions: ReadonlyMap<string, string>,
) {
  const wanted = new Map<string, CategoryName & { description: string | undefined }>()
  for (const category of rows.flatMap((row) => row.categories ?? []))
    if (!wanted.has(category.slug))
      wanted.set(category.slug, { ...category, description: descriptions.get(category.slug) })
  if (wanted.size === 0) return { idsBySlug: new Map<string, string>(), newCategories: [] }
  const names = JSON.stringify([...wanted.values()])
  const made = await connection<{ slug: string }[]>`
    insert into public.categories (name, slug, description)
    select wanted.name, wanted.slug, wanted.description
    from jsonb_to_recordset(${names}::text::jsonb) as wanted (name text, slug text, description text)
    where not exists (
      select from public.categories
      where categories.slug = wanted.slug or lower(categories.name) = lower(wanted.name)
    )
    order by wanted.slug
    on conflict do nothing
    returning slug`
  const found = await connection<{ slug: string; id: string }[]>`
    select wanted.slug, category.id
    from jsonb_to_recordset(${names}::text::jsonb) as wanted (name text, slug text)
    cross join lateral (
      select categories.id from public.categories
      where categories.slug = wanted.slug or lower(categories.name) = lower(wanted.name)
      order by categories.slug = wanted.slug desc, categories.id
      limit 1
    ) as category`
  return {
    idsBySlug: new Map(found.map(({ slug, id }) => [slug, id])),
    newCategories: made.map(({ slug }) => slug),
  }
}

/** The tools there are already, locked until the transaction ends so that the comparison stays true. */
function findTools(connection: Connection, rows: NumberedRow[]) {
  return connection<StoredTool[]>`
    select tools.id, tools.name, tools.slug, tools.short_description, tools.website_url, tools.featured,
      tools.category_id,
      coalesce(
        (select jsonb_agg(link.category_id order by link.position, link.id)
         from public.tool_categories as link where link.tool_id = tools.id),
        '[]') as category_ids
    from public.tools
    where tools.slug in (select jsonb_array_elements_text(${slugsOf(rows)}::text::jsonb))
    order by tools.slug
    for update`
}

const slugsOf = (rows: { slug: string }[]) => JSON.stringify(rows.map((row) => row.slug))

async function insertTools(
  connection: Connection,
  tools: NewTool[],
  startedAt: string,
): Promise<ToolLinks[]> {
  if (tools.length === 0) return []
  const rows = tools.map(({ ids, ...tool }) => ({ ...tool, category_id: ids[0] ?? null }))
  const inserted = await connection<{ id: string; slug: string }[]>`
    insert into public.tools
      (name, slug, short_description, website_url, featured, category_id, created_at)
    select name, slug, short_description, website_url, featured, category_id,
      ${startedAt}::text::timestamptz - line * interval '1 microsecond'
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as row (
      line bigint, name text, slug text, short_description text, website_url text, featured boolean,
      category_id uuid)
    order by line
    returning id, slug`
  const idsBySlug = new Map(tools.map((tool) => [tool.slug, tool.ids]))
  return inserted.map(({ id, slug }) => ({ id, ids: idsBySlug.get(slug) ?? [] }))
}

async function updateTools(connection: Connection, tools: ChangedTool[]): Promise<void> {
  if (tools.length === 0) return
  await connection`
    update public.tools
    set name = row.name, short_description = row.short_description, website_url = row.website_url,
      featured = row.featured, category_id = row.category_id
    from jsonb_to_recordset(${JSON.stringify(tools)}::text::jsonb) as row (
      id uuid, name text, short_description text, website_url text, featured boolean, category_id uuid)
    where tools.id = row.id`
}

/** Gives the tools exactly these categories in this order. The primary one is set on the tool before. */
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
