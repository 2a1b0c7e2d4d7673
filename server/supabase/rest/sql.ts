import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'

/** Fragments of statements: kysely quotes names and numbers parameters; it runs nothing. */
export type Sql = RawBuilder<unknown>

/** A statement in the form the driver takes. */
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

/** All conditions hold. */
export const all = (conditions: readonly Sql[]): Sql =>
  conditions.length > 0 ? sql`(${sql.join(conditions, sql` and `)})` : sql`true`

/** An array in PostgreSQL's notation, as text, so that the element type stays open. */
export function arrayLiteral(values: readonly (string | null)[]): string {
  const elements = values.map((value) => (value === null ? 'null' : `"${value.replace(/["\\]/g, '\\$&')}"`))
  return `{${elements.join()}}`
}
