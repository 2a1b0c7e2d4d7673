import type postgres from 'postgres'

/** What clients may access, read from the database's catalogue after the migrations. */
export interface ApiSchema {
  tables: ReadonlyMap<string, ApiTable>
  functions: ReadonlyMap<string, ApiFunction>
}

export interface ApiTable {
  name: string
  columns: readonly string[]
  /** The array columns. */
  arrays: readonly string[]
  primaryKey: readonly string[]
  /** The methods for which visitors have a right: POST, PATCH, DELETE. */
  visitorMethods: readonly string[]
  /** Its foreign keys to other tables of the API. */
  links: readonly Link[]
}

interface Link {
  constraint: string
  columns: readonly string[]
  target: string
  targetColumns: readonly string[]
  /** At most one row of this table refers to a row of the target. */
  isUnique: boolean
}

export interface ApiFunction {
  name: string
  /** The types of its arguments by their names. */
  arguments: ReadonlyMap<string, string>
  required: readonly string[]
  /** POST if visitors may call it. */
  visitorMethods: readonly string[]
  /** It may be called by GET: it only reads. */
  isReadOnly: boolean
  /** `rows` and `values`: a list of them. */
  returns: 'rows' | 'values' | 'row' | 'value' | 'nothing'
}

export async function readSchema(sql: postgres.Sql): Promise<ApiSchema> {
  const [tables, functions] = await Promise.all([readTables(sql), readFunctions(sql)])
  return { tables, functions }
}

async function readTables(sql: postgres.Sql): Promise<ApiSchema['tables']> {
  const tables = await sql<ApiTable[]>`
    with keys as (
      select c.conrelid, c.confrelid, c.contype, c.conname,
        array(select attname::text from unnest(c.conkey) with ordinality k (n, place)
          join pg_attribute on attrelid = c.conrelid and attnum = n order by place) as columns,
        array(select attname::text from unnest(c.confkey) with ordinality k (n, place)
          join pg_attribute on attrelid = c.confrelid and attnum = n order by place) as targets
      from pg_constraint c where c.contype in ('f', 'p', 'u')
    )
    select t.relname as name,
      array(select attname::text from pg_attribute where attrelid = t.oid and attnum > 0 and not attisdropped
        order by attnum) as columns,
      array(select attname::text from pg_attribute a join pg_type k on k.oid = a.atttypid
        where attrelid = t.oid and attnum > 0 and not attisdropped and k.typcategory = 'A') as arrays,
      coalesce((select columns from keys where conrelid = t.oid and contype = 'p'), '{}') as "primaryKey",
      array_remove(array[
        case when has_any_column_privilege('anon', t.oid, 'insert') then 'POST' end,
        case when has_any_column_privilege('anon', t.oid, 'update') then 'PATCH' end,
        case when has_table_privilege('anon', t.oid, 'delete') then 'DELETE' end], null) as "visitorMethods",
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'constraint', f.conname, 'columns', f.columns, 'target', o.relname, 'targetColumns', f.targets,
          'isUnique', exists (select from keys u where u.conrelid = t.oid and u.contype in ('p', 'u')
            and u.columns <@ f.columns)
        ) order by f.conname)
        from keys f join pg_class o on o.oid = f.confrelid
        where f.conrelid = t.oid and f.contype = 'f' and o.relnamespace = 'public'::regnamespace
      ), '[]') as links
    from pg_class t
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p', 'v', 'm', 'f')`
  return new Map(tables.map((table) => [table.name, table]))
}

async function readFunctions(sql: postgres.Sql): Promise<ApiSchema['functions']> {
  const functions = await sql<(Omit<ApiFunction, 'arguments'> & { arguments: [string, string][] })[]>`
    select f.proname as name, f.provolatile <> 'v' as "isReadOnly",
      array(select jsonb_build_array(f.proargnames[place], kind::regtype::text)
        from unnest(f.proargtypes::oid[]) with ordinality a (kind, place) order by place) as arguments,
      coalesce(f.proargnames[1:f.pronargs - f.pronargdefaults], '{}') as required,
      case when has_function_privilege('anon', f.oid, 'execute') then array['POST'] else '{}' end as "visitorMethods",
      case
        when f.prorettype = 'void'::regtype then 'nothing'
        -- A table of one column has that column's type.
        when t.typtype = 'c' or f.prorettype = 'record'::regtype or f.proargmodes && '{t,o,b}' then case when f.proretset then 'rows' else 'row' end
        else case when f.proretset then 'values' else 'value' end
      end as returns
    from pg_proc f join pg_type t on t.oid = f.prorettype
    where f.pronamespace = 'public'::regnamespace and f.prokind = 'f'
      and f.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
      -- Arguments are passed by name.
      and (f.pronargs = 0 or not ('' = any (f.proargnames[1:f.pronargs])))`
  return new Map(functions.map((each) => [each.name, { ...each, arguments: new Map(each.arguments) }]))
}
