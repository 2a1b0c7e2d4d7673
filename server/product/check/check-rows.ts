import type postgres from 'postgres'
import { type OwnTable, readOwnTables } from '../../host/backup/own-tables.ts'
import { counted } from '../../lib/counted.ts'

/** The result of a check. */
export interface Findings {
  /** What was checked. */
  checked: string
  /** One line per problem; empty if there is none. */
  problems: string[]
}

interface Rule {
  table: number
  /** Its name in the report. */
  name: string
  /** A condition that is true for rows that violate the rule. */
  broken: string
}

/**
 * Checks every constraint of the database against every row: rows restored, copied or repaired by hand may have
 * bypassed them.
 */
export async function checkRows(sql: postgres.Sql): Promise<Findings> {
  const tables = await readOwnTables(sql)
  const oids = tables.map(({ oid }) => oid)
  const rules = [
    ...tables.flatMap(notNull),
    ...(await readChecks(sql, oids)),
    ...(await readForeignKeys(sql, oids)),
  ]
  const nameOf = (oid: number) => tables.find((table) => table.oid === oid)?.name ?? ''
  const unheld = await readUnheld(sql, oids)
  const problems = unheld.map(({ table, what }) => `${nameOf(table)}: ${what}`)
  for (const { oid, name } of tables) {
    const own = rules.filter(({ table }) => table === oid)
    const counts = own.map(({ broken }, index) => `count(*) filter (where ${broken})::integer as "${index}"`)
    const [row] = await sql.unsafe<Record<string, number>[]>(`select ${counts.join(', ')} from ${name} t`)
    own.forEach((rule, index) => {
      const count = row?.[index] ?? 0
      if (count > 0) problems.push(`${name}: ${counted(count, 'row')} ${rule.name}`)
    })
  }
  const unique = await readUniqueIndexes(sql, oids)
  for (const { table, name, duplicates } of unique) {
    const count = await sql.begin(async (transaction) => {
      // Compares the rows themselves: the index may be what is damaged.
      await transaction`set local enable_indexscan = off`
      await transaction`set local enable_indexonlyscan = off`
      await transaction`set local enable_bitmapscan = off`
      const [found] = await transaction.unsafe<{ count: number }[]>(duplicates)
      return found?.count ?? 0
    })
    if (count > 0)
      problems.push(`${nameOf(table)}: ${counted(count, 'key')} of ${name} that there is more than once`)
  }
  const sequences = await checkSequences(sql, oids)
  return {
    checked: `${tables.length} tables, ${rules.length + unique.length} rules`,
    problems: [...problems, ...sequences],
  }
}

const notNull = ({ oid, columns }: OwnTable): Rule[] =>
  columns
    .filter(({ isRequired }) => isRequired)
    .map(({ name }) => ({ table: oid, name: `without ${name}`, broken: `t.${name} is null` }))

const readChecks = (sql: postgres.Sql, oids: number[]) => sql<Rule[]>`
  select conrelid::integer as table, 'against ' || conname as name,
    format('not (%s)', pg_get_expr(conbin, conrelid)) as broken
  from pg_constraint where contype = 'c' and conrelid = any(${oids}::oid[])`

const readForeignKeys = (sql: postgres.Sql, oids: number[]) => sql<Rule[]>`
  select k.conrelid::integer as table, 'whose ' || k.conname || ' leads nowhere' as name,
    format('%s and not exists (select from %s p where %s)',
      string_agg(format('t.%I is not null', a.attname), ' and '),
      k.confrelid::regclass, string_agg(format('p.%I = t.%I', b.attname, a.attname), ' and ')) as broken
  from pg_constraint k
  cross join unnest(k.conkey, k.confkey) as pair (here, there)
  join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.here
  join pg_attribute b on b.attrelid = k.confrelid and b.attnum = pair.there
  where k.contype = 'f' and k.conrelid = any(${oids}::oid[])
  group by k.oid, k.conrelid, k.conname, k.confrelid`

/** Rules that are declared and not enforced. */
const readUnheld = (sql: postgres.Sql, oids: number[]) => sql<{ table: number; what: string }[]>`
  select conrelid::integer as table, format('the constraint %I was never validated', conname) as what
    from pg_constraint where not convalidated and conrelid = any(${oids}::oid[])
  union all
  select indrelid::integer, format('the index %s cannot be used', indexrelid::regclass)
    from pg_index where not (indisvalid and indisready) and indrelid = any(${oids}::oid[])
  union all
  select tgrelid::integer, format('%s of its triggers are off', count(*))
    from pg_trigger where tgenabled = 'D' and tgrelid = any(${oids}::oid[]) group by tgrelid`

/** With the statement that counts duplicate keys. */
const readUniqueIndexes = (sql: postgres.Sql, oids: number[]) => sql<
  { table: number; name: string; duplicates: string }[]
>`
  select i.indrelid::integer as table, i.indexrelid::regclass::text as name,
    format('select count(*)::integer from (select from %s where %s group by %s having count(*) > 1 and %s) d',
      i.indrelid::regclass, coalesce(pg_get_expr(i.indpred, i.indrelid), 'true'),
      string_agg(key, ', '),
      case when coalesce((to_jsonb(i) ->> 'indnullsnotdistinct')::boolean, false) then 'true'
        else string_agg(format('(%s) is not null', key), ' and ') end) as duplicates
  from pg_index i
  cross join lateral (
    select pg_get_indexdef(i.indexrelid, part, true) as key from generate_series(1, i.indnkeyatts) part
  ) keys
  where i.indisunique and i.indrelid = any(${oids}::oid[])
  group by i.indexrelid, i.indrelid, i.indpred, i.*`

/** The sequence would issue a number that is already used. */
async function checkSequences(sql: postgres.Sql, oids: number[]): Promise<string[]> {
  const owned = await sql<{ sequence: string; table: string; column: string }[]>`
    select d.objid::regclass::text as sequence, d.refobjid::regclass::text as table, quote_ident(a.attname) as column
    from pg_depend d
    join pg_class s on s.oid = d.objid and s.relkind = 'S'
    join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
    where d.classid = 'pg_class'::regclass and d.refobjid = any(${oids}::oid[]) and d.deptype in ('a', 'i')`
  const problems: string[] = []
  for (const { sequence, table, column } of owned) {
    const [found] = await sql.unsafe<{ behind: boolean }[]>(`
      select coalesce(max(${column}) > (select case when is_called then last_value else 0 end from ${sequence}), false)
        as behind from ${table}`)
    if (found?.behind) problems.push(`${table}: ${sequence} is behind the highest ${column}`)
  }
  return problems
}
