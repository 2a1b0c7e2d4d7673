import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'

/** Pieces of statements: kysely quotes the names and numbers the parameters; it runs nothing. */
export type Sql = RawBuilder<unknown>

/** A statement as the driver takes it. */
export interface Statement {
  text: string
  parameters: readonly (string | null)[]
}

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

export function compile(query: Sql): Statement {
  const { sql: text, parameters } = query.compile(compiler)
  return { text, parameters: parameters.map((value) => (value === null ? null : String(value))) }
}

/** `a, b, c` */
export const list = (parts: readonly Sql[]): Sql => sql.join(parts)

/** All of these hold. */
export const all = (conditions: readonly Sql[]): Sql =>
  conditions.length > 0 ? sql`(${sql.join(conditions, sql` and `)})` : sql`true`

/** An array as PostgreSQL reads it: nested in a text, so that any type of element may be meant. */
export function arrayLiteral(values: readonly (string | null)[]): string {
  const elements = values.map((value) => (value === null ? 'null' : `"${value.replace(/["\\]/g, '\\$&')}"`))
  return `{${elements.join()}}`
}
