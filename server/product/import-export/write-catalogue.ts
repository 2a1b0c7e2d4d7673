import type { ISql } from 'postgres'
import type { Plan, PlannedTool } from './compare-catalogue.ts'
import { TOOL_COLUMNS } from './export-catalogue.ts'

/**
 * Writes what a comparison found, in a handful of statements; the caller opens and ends the transaction. New tools are
 * dated `startedAt` less one microsecond per line, so the first line of a file is the newest and paging by date has no
 * ties.
 */
export async function writeCatalogue(sql: ISql, plan: Plan, startedAt: string): Promise<void> {
  if (plan.newCategories.length > 0)
    await sql`
      insert into public.categories (slug, name, description)
      select slug, name, description
      from jsonb_populate_recordset(null::public.categories, ${jsonOf(plan.newCategories)}::text::jsonb)
      order by slug
      on conflict do nothing`
  if (plan.changedCategories.length > 0)
    await sql`
      update public.categories set name = changed.name, description = changed.description
      from jsonb_populate_recordset(null::public.categories, ${jsonOf(plan.changedCategories)}::text::jsonb) as changed
      where categories.slug = changed.slug`
  if (plan.newTools.length > 0)
    await sql`
      insert into public.tools (${sql(TOOL_COLUMNS)}, category_id, created_at)
      select ${sql(TOOL_COLUMNS.map((column) => `tool.${column}`))},
        (select categories.id from public.categories where categories.slug = primary_slug),
        ${startedAt}::text::timestamptz - line * interval '1 microsecond'
      from (
        select (row ->> 'line')::bigint as line, row -> 'categories' ->> 0 as primary_slug, tool.*
        from jsonb_array_elements(${jsonOf(plan.newTools)}::text::jsonb) as row
        cross join jsonb_populate_record(null::public.tools, row -> 'columns') as tool
      ) as tool
      order by line`
  if (plan.changedTools.length > 0)
    await sql`
      update public.tools
      set (${sql(CHANGED_COLUMNS)}) = row (${sql(CHANGED_COLUMNS.map((column) => `tool.${column}`))})
      from jsonb_populate_recordset(
        null::public.tools, ${jsonOf(plan.changedTools.map(({ columns }) => columns))}::text::jsonb) as tool
      where tools.id = tool.id`
  await placeTools(sql, plan)
}

// Tools are found by their slug. A statement that names it waits for all who recommend or report (docs/decisions/050), and
// must not do so after rows were locked.
export const CHANGED_COLUMNS = TOOL_COLUMNS.filter((column) => column !== 'slug')

const jsonOf = (rows: object[]) => JSON.stringify(rows)

/**
 * Gives the tools exactly these categories, added in this order: the first becomes the primary one, which a new tool has
 * already.
 */
async function placeTools(sql: ISql, { newTools, changedTools }: Plan): Promise<void> {
  const changed = categoriesOf(changedTools)
  if (changed.length > 0)
    await sql`
      delete from public.tool_categories as link
      using jsonb_to_recordset(${jsonOf(changed)}::text::jsonb) as row (slug text), public.tools
      where tools.slug = row.slug and link.tool_id = tools.id`
  const placed = [...categoriesOf(newTools), ...changed]
  if (placed.length > 0)
    await sql`
      insert into public.tool_categories (tool_id, category_id)
      select tools.id, categories.id
      from jsonb_to_recordset(${jsonOf(placed)}::text::jsonb) as row (slug text, categories jsonb)
      join public.tools on tools.slug = row.slug
      cross join jsonb_array_elements_text(row.categories) with ordinality as named (slug, ordinality)
      join public.categories on categories.slug = named.slug
      order by tools.id, named.ordinality`
}

const categoriesOf = (tools: PlannedTool[]) =>
  tools.flatMap(({ columns: { slug }, categories }) => (categories ? [{ slug, categories }] : []))
