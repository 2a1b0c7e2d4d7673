import type { ISql, Sql } from 'postgres'
import type { UndoCounts } from '#shared/import-export-rules.ts'
import { isUuid } from '../../supabase/auth/secrets.ts'
import { Refused } from './answers.ts'
import { TOOL_COLUMNS } from './export-catalogue.ts'
import { type ImportSource, markImport, recordImport } from './import-log.ts'
import { CHANGED_COLUMNS } from './write-catalogue.ts'

interface UndoCall extends Pick<ImportSource, 'source' | 'actorId'> {
  id: string
  authorise?: (transaction: ISql) => Promise<void>
}

/**
 * Takes an import back by its entries in the audit log, in one transaction: deletes what it created and
 * restores the values it changed. What was changed since, and tools that were recommended, stay as they are.
 */
export function undoImport(sql: Sql, { id, source, actorId, authorise }: UndoCall): Promise<UndoCounts> {
  return sql.begin(async (transaction) => {
    // The order of docs/decisions/050.
    await transaction`select private.lock_partition('catalogue', true)`
    await transaction`select private.lock_partition('recommendations', true)`
    await authorise?.(transaction)
    const entries = isUuid(id)
      ? await transaction<{ action: string; after: Pick<ImportSource, 'file'> | null }[]>`
          select action, after from public.audit_log
          where table_name = 'catalogue_imports' and row_id = ${id} and import_id is null`
      : []
    const imported = entries.find(({ action }) => action === 'update')?.after
    if (!imported) throw new Refused(404, 'There is no such import')
    if (entries.some(({ action }) => action === 'delete'))
      throw new Refused(409, 'This import has been undone already')
    // The log lists what was taken back with what was imported; what this adds to it has the time of the transaction.
    await markImport(transaction, id, source)
    const counts = await takeBack(transaction, id)
    const { file } = imported
    await recordImport(transaction, 'delete', id, { source, file, actorId }, { undone: id, ...counts })
    return counts
  })
}

async function takeBack(sql: ISql, id: string): Promise<UndoCounts> {
  const [made] = await sql<{ count: number }[]>`
    select count(*)::int as count from public.audit_log where import_id = ${id} and table_name in ('tools', 'categories')
      and action = 'insert'`
  const placed = await restoreCategoriesOfTools(sql, id)
  const tools = await sql`
    delete from public.tools t using public.audit_log l
    where l.import_id = ${id} and l.table_name = 'tools' and l.action = 'insert' and t.id = l.row_id
      and ${sameIn(sql, sql`to_jsonb(t)`, sql`l.after`, TOOL_COLUMNS)}
      and not exists (select from public.tool_upvotes v where v.tool_id = t.id)
      and not exists (select from private.removed_upvotes r where r.tool_id = t.id)`
  const restored = await sql<{ id: string }[]>`
    update public.tools t set (${sql(CHANGED_COLUMNS)}) = (
      select ${sql(CHANGED_COLUMNS.map((column) => `row.${column}`))}
      from jsonb_populate_record(null::public.tools, to_jsonb(t) || change.former) as row)
    from (
      select tool.id, jsonb_object_agg(field.key, field.value) as former
      from public.audit_log l
      join public.tools tool on tool.id = l.row_id
      cross join lateral jsonb_each(l.before) field
      where l.import_id = ${id} and l.table_name = 'tools' and l.action = 'update'
        and field.key = any (${CHANGED_COLUMNS}) and l.after -> field.key <> field.value
        and to_jsonb(tool) -> field.key = l.after -> field.key
      group by tool.id) change
    where t.id = change.id
    returning t.id`
  const renamed = await sql`
    update public.categories c set name = l.before ->> 'name', description = l.before ->> 'description'
    from public.audit_log l
    where l.import_id = ${id} and l.table_name = 'categories' and l.action = 'update' and c.id = l.row_id
      and ${sameIn(sql, sql`to_jsonb(c)`, sql`l.after`, CATEGORY_COLUMNS)}`
  const categories = await sql`
    delete from public.categories c using public.audit_log l
    where l.import_id = ${id} and l.table_name = 'categories' and l.action = 'insert' and c.id = l.row_id
      and ${sameIn(sql, sql`to_jsonb(c)`, sql`l.after`, CATEGORY_COLUMNS)}
      and not exists (select from public.tool_categories tc where tc.category_id = c.id)`
  const deleted = tools.count + categories.count
  const changed = new Set([...restored.map((tool) => tool.id), ...placed])
  return { deleted, restored: changed.size + renamed.count, kept: (made?.count ?? 0) - deleted }
}

const CATEGORY_COLUMNS = ['name', 'slug', 'description']

/** Whether a row has the values it had after the import. */
const sameIn = (
  sql: ISql,
  row: ReturnType<ISql>,
  after: ReturnType<ISql>,
  columns: string[],
) => sql`not exists (
  select from unnest(${columns}::text[]) as checked (key) where ${row} -> key is distinct from ${after} -> key)`

/** Gives tools that existed before their categories of before, if nobody has placed them elsewhere since. */
async function restoreCategoriesOfTools(sql: ISql, id: string): Promise<string[]> {
  const tools = await sql<{ id: string }[]>`
    with links as (
      select coalesce(l.after, l.before) ->> 'tool_id' as tool_id, coalesce(l.after, l.before) ->> 'category_id' as category_id,
        l.action
      from public.audit_log l where l.import_id = ${id} and l.table_name = 'tool_categories'),
    given as (
      select tool_id::uuid as id, array_agg(category_id::uuid order by category_id) filter (where action = 'insert') as links
      from links group by tool_id)
    select t.id from given join public.tools t on t.id = given.id
    where not exists (
        select from public.audit_log l
        where l.import_id = ${id} and l.table_name = 'tools' and l.action = 'insert' and l.row_id = t.id)
      and array(select tc.category_id from public.tool_categories tc where tc.tool_id = t.id order by tc.category_id::text)
        = coalesce(given.links, '{}')
    order by t.id`
  const ids = tools.map((tool) => tool.id)
  if (ids.length === 0) return ids
  await sql`delete from public.tool_categories where tool_id = any (${ids})`
  await sql`
    insert into public.tool_categories (tool_id, category_id)
    select (l.before ->> 'tool_id')::uuid, c.id
    from public.audit_log l join public.categories c on c.id = (l.before ->> 'category_id')::uuid
    where l.import_id = ${id} and l.table_name = 'tool_categories' and l.action = 'delete'
      and l.created_at < now()
      and (l.before ->> 'tool_id')::uuid = any (${ids})
    order by l.before ->> 'tool_id', (l.before ->> 'position')::bigint`
  return ids
}
