import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { ISql, Sql } from 'postgres'
import type { StarterCounts } from '#shared/import-export-rules.ts'
import { StartError } from '../../lib/config.ts'
import type { Logger } from '../../lib/log.ts'
import { readFacts } from '../facts.ts'
import { openCatalogueFile } from './catalogue-file.ts'
import { compareCatalogue, newTool } from './compare-catalogue.ts'
import { importCatalogue } from './import-catalogue.ts'
import { type ImportSource, markImport, recordImport } from './import-log.ts'
import type { ImportOptions, ImportReport } from './import-options.ts'
import type { SourceRow } from './parse-rows.ts'
import { type Entry, readLine } from './read-line.ts'

const STARTER = path.join(import.meta.dirname, '../../../supabase/starter/catalogue.jsonl')

/** The name of the starter in the audit log; `get_first_steps` knows it too. */
const STARTER_NAME = 'starter catalogue'

type Recorded = { source: ImportSource['source']; actorId: string | null }
type Call = Pick<ImportOptions, 'authorise' | 'signal'> & { record: Recorded }

/** Writes the starter catalogue. What matches it already is left alone, so it may run again. */
export async function importStarter(sql: Sql): Promise<ImportReport> {
  return importCatalogue(sql, (await openCatalogueFile(STARTER)).rows)
}

/** Brings back what is missing of the starter, and leaves alone what is not. */
export async function restoreStarter(sql: Sql, { record, ...call }: Call): Promise<ImportReport> {
  const known = await sql<{ key: string }[]>`
    select 'tool ' || slug as key from public.tools union all select 'category ' || slug from public.categories`
  const present = new Set(known.map(({ key }) => key))
  const missing: SourceRow[] = []
  for await (const row of (await openCatalogueFile(STARTER)).rows) {
    const entry = readLine(row)
    if (entry.kind !== 'rejected' && !present.has(`${entry.kind} ${entry.columns.slug}`)) missing.push(row)
  }
  return importCatalogue(sql, missing, { ...call, record: { ...record, file: STARTER_NAME } })
}

/** Loads the starter catalogue into a database that has never had a catalogue. */
export async function seedStarter(sql: Sql, log: Logger): Promise<void> {
  // A catalogue that is empty but has an audit log was emptied on purpose.
  const [state] = await sql<{ untouched: boolean }[]>`
    select not exists (select from public.tools) and not exists (select from public.categories)
       and not exists (select from public.audit_log) as untouched`
  if (!state?.untouched) return
  const report = await importStarter(sql)
  if (report.rejected > 0)
    throw new StartError(
      `the starter catalogue has rows the database refuses: ${report.rejections[0]?.reason}`,
    )
  log.info({ tools: report.created }, 'starter catalogue loaded')
}

/** How much of the starter is as it came. */
export const countStarter = (sql: Sql): Promise<StarterCounts> =>
  sql.begin('read only', async (transaction) => countsOf(await findUntouched(transaction, false)))

/** Deletes what is left of the starter as it came, and records it in the audit log. */
export function removeStarter(
  sql: Sql,
  { record: { source, actorId }, authorise }: Call,
): Promise<StarterCounts> {
  return sql.begin(async (transaction) => {
    // The order of docs/decisions/050.
    await transaction`select private.lock_partition('catalogue', true)`
    await transaction`select private.lock_partition('recommendations', true)`
    await authorise?.(transaction)
    const found = await findUntouched(transaction, true)
    const counts = countsOf(found)
    if (counts.tools + counts.categories === 0) return counts
    const id = randomUUID()
    await markImport(transaction, id, source)
    await transaction`delete from public.tools where id = any (${found.tools})`
    await transaction`delete from public.categories where id = any (${found.categories})`
    const deleted = counts.tools + counts.categories
    await recordImport(transaction, 'delete', id, { source, file: STARTER_NAME, actorId }, { deleted })
    return counts
  })
}

type Untouched = { tools: string[]; categories: string[] }

const countsOf = ({ tools, categories }: Untouched): StarterCounts => ({
  tools: tools.length,
  categories: categories.length,
})

/** The ids of tools that equal the starter and nobody has recommended, and of its categories that are empty then. */
async function findUntouched(sql: ISql, locks: boolean): Promise<Untouched> {
  const entries: Entry[] = []
  const facts = await readFacts(sql)
  for await (const row of (await openCatalogueFile(STARTER)).rows) {
    const entry = readLine(row, facts)
    // What the file leaves out is as in a new tool.
    if (entry.kind === 'tool')
      entries.push({ ...entry, columns: { ...newTool(facts), logo: null, ...entry.columns } })
    else if (entry.kind === 'category') entries.push(entry)
  }
  const { changes } = await compareCatalogue(sql, entries, { locks, facts })
  const changed = new Set(changes.map(({ kind, slug }) => `${kind} ${slug}`))
  const slugs = (wanted: Entry['kind']) =>
    entries.flatMap(({ kind, columns: { slug } }) =>
      kind === wanted && !changed.has(`${kind} ${slug}`) ? [slug] : [],
    )
  const [found] = await sql<Untouched[]>`
    with untouched as (
      select t.id from public.tools t
      where t.slug = any (${slugs('tool')})
        and not exists (select from public.tool_upvotes v where v.tool_id = t.id)
        and not exists (select from private.removed_upvotes r where r.tool_id = t.id))
    select array(select id from untouched) as tools, array(
      select c.id from public.categories c
      where c.slug = any (${slugs('category')}) and not exists (
        select from public.tool_categories tc
        where tc.category_id = c.id and tc.tool_id not in (select id from untouched))) as categories`
  return found ?? { tools: [], categories: [] }
}
