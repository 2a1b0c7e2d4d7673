import type postgres from 'postgres'

/** A table of ours; found in the database's catalogue, so that no list has to be maintained. */
export interface OwnTable {
  oid: number
  /** Quoted, with its schema. */
  name: string
  columns: Column[]
  bytes: number
}

interface Column {
  /** Quoted. */
  name: string
  type: string
  isRequired: boolean
  /** The columns that can be written; generated columns are left out. */
  isStored: boolean
}

/**
 * The tables of this database's owner, except those of extensions and the migration history, and of pg-boss those that
 * hold no job: some are named by the day they were made.
 */
export const readOwnTables = (sql: postgres.ISql): Promise<OwnTable[]> => sql<OwnTable[]>`
  select c.oid::integer, format('%I.%I', n.nspname, c.relname) as name,
    pg_table_size(c.oid)::float8 as bytes,
    jsonb_agg(jsonb_build_object(
      'name', quote_ident(a.attname), 'type', format_type(a.atttypid, null),
      'isRequired', a.attnotnull, 'isStored', a.attgenerated = '') order by a.attnum) as columns
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind = 'r' and c.relpersistence = 'p' and c.relowner = current_user::regrole
    and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'supabase_migrations')
    and (n.nspname <> 'pgboss' or c.relname = 'job_common')
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  group by c.oid, n.nspname, c.relname
  order by n.nspname, c.relname`
