import type postgres from 'postgres'

/** What the schema says about how long an answer holds; read once, after the migrations. */
export interface SchemaPicture {
  /** Tables that tell of their changes. */
  tables: ReadonlySet<string>
  /**
   * Of these, those whose rows an address does not tell all about: a policy of theirs reads other tables or calls
   * functions, or a function computes a column. Anything may change what is seen of them.
   */
  entangled: ReadonlySet<string>
  /** Tables and functions whose answers change with the clock. */
  timely: ReadonlySet<string>
  /** Functions that only read. */
  functions: ReadonlySet<string>
}

/** Words of SQL that tell the time, or something else that is another at each call. */
const CLOCK =
  /\b(now|clock_timestamp|statement_timestamp|transaction_timestamp|current_(timestamp|date|time)|localtime(stamp)?|timeofday|age|random|nextval)\b/i

export async function readSchemaPicture(sql: postgres.Sql): Promise<SchemaPicture> {
  const [tables, functions] = await Promise.all([
    sql<{ name: string; entangled: boolean; policies: string }[]>`
      select c.relname as name,
        exists (
          select from pg_policy p join pg_depend d on d.classid = 'pg_policy'::regclass and d.objid = p.oid
          where p.polrelid = c.oid and p.polcmd in ('r', '*')
            and (p.polroles = '{0}' or 'anon'::regrole::oid = any (p.polroles))
            and ((d.refclassid = 'pg_class'::regclass and d.refobjid <> c.oid)
              or (d.refclassid = 'pg_proc'::regclass and d.refobjid::regproc::text not in ('auth.uid', 'auth.role')))
        ) or exists (
          select from pg_proc f where f.pronargs = 1 and f.proargtypes[0] = c.reltype
        ) as entangled,
        coalesce((
          select string_agg(pg_get_expr(p.polqual, p.polrelid), ' ') from pg_policy p where p.polrelid = c.oid
        ), '') as policies
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname like c.relname || '%announce%')`,
    sql<{ name: string; isPublic: boolean; reads: boolean; source: string }[]>`
      select proname as name, pronamespace = 'public'::regnamespace as "isPublic",
        provolatile in ('s', 'i') as reads, pg_get_functiondef(oid) as source
      from pg_proc where prokind = 'f' and pronamespace in ('public'::regnamespace, 'private'::regnamespace)`,
  ])
  const timely = new Set<string>()
  const isTimely = (source: string) =>
    CLOCK.test(source) || [...timely].some((name) => new RegExp(`\\b${name}\\b`).test(source))
  // One that calls another: as often as something new is found.
  for (let before = -1; before < timely.size; ) {
    before = timely.size
    for (const { name, source } of functions) if (isTimely(source)) timely.add(name)
  }
  for (const { name, policies } of tables) if (isTimely(policies)) timely.add(name)
  return {
    tables: new Set(tables.map(({ name }) => name)),
    entangled: new Set(tables.filter(({ entangled }) => entangled).map(({ name }) => name)),
    timely,
    functions: new Set(functions.filter(({ isPublic, reads }) => isPublic && reads).map(({ name }) => name)),
  }
}
