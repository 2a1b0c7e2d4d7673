import { sql } from 'kysely'
import { ANSWER_ROWS } from '#shared/api-rules.ts'
import { whereSql } from './filters.ts'
import { type Column, type Embed, findEmbed, isEmbed, type Selection } from './read-query.ts'
import { RestError } from './rest-error.ts'
import type { ApiSchema, ApiTable } from './schema.ts'
import { all, list, type Sql } from './sql.ts'

/** Rows to select from: a table of the API, or the result of a function. */
export interface Source {
  from: Sql
  /** Its name in the statement; database errors use it too. */
  alias: string
  /** Undefined for a function: nothing can be embedded in its result. */
  table: ApiTable | undefined
}

/** One relationship from a row to the rows of another table. */
interface Relation {
  table: ApiTable
  /** At most one row, else a list. */
  isOne: boolean
  /** The row's column, and the embedded table's column with the same value. */
  pairs: readonly (readonly [own: string, other: string])[]
  constraint: string
}

/** Of the rows of a response, and of those embedded in one row. A complete row of a tool has some hundred. */
const ANSWER_BYTES = 3_000_000

/** Each row as `json`, made once: without OFFSET every aggregate would make it again. */
export const asJson = (rows: Sql): Sql => sql`select row_to_json(e) as json from (${rows}) e offset 0`

/** Fails at the row of {@link asJson} with which an answer becomes too large, before the others are read. */
export const bytesWithin: Sql = sql`public.bytes_within(octet_length(r.json::text), ${sql.lit(ANSWER_BYTES)})`

/** Compiles the SELECT of a selection. One object per statement, because it numbers the aliases. */
export class SelectSql {
  readonly #schema: ApiSchema
  #embeds = 0

  constructor(schema: ApiSchema) {
    this.#schema = schema
  }

  /** `join` is the condition between an embedded table and its parent row. */
  rows(selection: Selection, source: Source, join: readonly Sql[] = []): Sql {
    const { limit, offset } = selection
    const columns = selection.entries.flatMap((entry) =>
      isEmbed(entry) ? this.#embedded(entry, source) : [this.#column(entry, source)],
    )
    const order = selection.order.map(
      ({ column, embed, direction }) =>
        sql`${embed ? this.#ofOne(selection, embed, column, source) : columnOf(source, column)} ${sql.raw(direction)}`,
    )
    return sql`select ${list(columns)} from ${source.from} where ${this.where(selection, source, join)}${
      order.length > 0 ? sql` order by ${list(order)}` : sql``
    }${limit === undefined ? sql`` : sql` limit ${sql.lit(limit)}`}${
      offset ? sql` offset ${sql.lit(offset)}` : sql``
    }`
  }

  where(selection: Selection, source: Source, join: readonly Sql[] = []): Sql {
    const exists = (embed: Embed) => {
      const { relation, inside, tie } = this.#relate(embed, source)
      return {
        relation,
        test: sql`exists (select from ${inside.from} where ${this.where(embed, inside, tie)})`,
      }
    }
    const scope = {
      column: (name: string) => columnOf(source, name),
      exists: (name: string) => {
        const embed = findEmbed(selection, name)
        return embed && exists(embed).test
      },
    }
    return all([
      ...join,
      ...selection.where.map((each) => whereSql(each, scope)),
      ...selection.entries.filter(isEmbed).flatMap((embed) => (embed.isInner ? [exists(embed).test] : [])),
    ])
  }

  #column({ name, alias, cast }: Column, source: Source): Sql {
    if (name === '*') return sql`${sql.id(source.alias)}.*`
    const column = columnOf(source, name)
    return sql`${cast ? sql`${column}::${sql.raw(cast)}` : column} as ${sql.id(alias ?? name)}`
  }

  #embedded(embed: Embed, source: Source): Sql[] {
    const { relation, inside, tie } = this.#relate(embed, source)
    const name = sql.id(embed.alias ?? embed.table)
    const [only, ...others] = embed.entries
    if (!only) return []
    if (embed.isSpread) return this.#spread(embed, source)
    // PostgREST counts embedded rows by this name, where the table has no such column.
    const isCount =
      others.length === 0 &&
      !isEmbed(only) &&
      only.name === 'count' &&
      !relation.table.columns.includes('count')
    const rows = isCount
      ? sql`select count(*) as ${sql.id(only.alias ?? 'count')} from ${inside.from} where ${this.where(embed, inside, tie)}`
      : this.rows({ ...embed, limit: Math.min(embed.limit ?? ANSWER_ROWS, ANSWER_ROWS) }, inside, tie)
    return relation.isOne
      ? [sql`(select row_to_json(e) from (${rows}) e) as ${name}`]
      : [
          sql`(select case when ${bytesWithin} >= 0 then coalesce(json_agg(r.json), '[]') end from (${asJson(rows)}) r) as ${name}`,
        ]
  }

  /** The columns of a single embedded row, spread into the parent row. */
  #spread(embed: Embed, source: Source): Sql[] {
    return embed.entries.flatMap((entry) => {
      const { relation, inside, tie } = this.#relate(embed, source)
      if (!relation.isOne)
        throw new RestError(400, 'PGRST119', 'A spread operation is possible for a single row only', {
          details: `'${source.alias}' and '${embed.table}' do not form a many-to-one or one-to-one relationship`,
        })
      if (isEmbed(entry)) throw new RestError(400, 'PGRST119', 'Nothing can be embedded in what is spread')
      const columns = entry.name === '*' ? relation.table.columns.map((name) => ({ name })) : [entry]
      return columns.map((column: Column) => {
        const value = this.rows({ ...embed, entries: [column] }, inside, tie)
        return sql`(${value}) as ${sql.id(column.alias ?? column.name)}`
      })
    })
  }

  /** A column of an embedded single row, to order by. */
  #ofOne(selection: Selection, name: string, column: string, source: Source): Sql {
    const embed = findEmbed(selection, name)
    if (!embed) throw new RestError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`)
    const { relation, inside, tie } = this.#relate(embed, source)
    if (!relation.isOne)
      throw new RestError(400, 'PGRST118', `A related order on '${name}' is not possible`, {
        details: `'${source.alias}' and '${name}' do not form a many-to-one or one-to-one relationship`,
      })
    return sql`(select ${columnOf(inside, column)} from ${inside.from} where ${all(tie)})`
  }

  #relate(embed: Embed, source: Source): { relation: Relation; inside: Source; tie: Sql[] } {
    const relation = findRelation(this.#schema, source, embed)
    const { table, pairs } = relation
    const alias = `${table.name}_${++this.#embeds}`
    const inside = { from: fromTable(table, alias), alias, table }
    return {
      relation,
      inside,
      tie: pairs.map(([own, other]) => sql`${columnOf(inside, other)} = ${columnOf(source, own)}`),
    }
  }
}

export const fromTable = ({ name }: ApiTable, alias: string): Sql =>
  sql`${sql.id('public', name)} as ${sql.id(alias)}`

/** PostgreSQL would take the table's own name for the whole row. */
function columnOf({ alias, table }: Source, name: string): Sql {
  if (table && !table.columns.includes(name))
    throw new RestError(400, '42703', `column ${alias}.${name} does not exist`)
  return sql.id(alias, name)
}

function findRelation(schema: ApiSchema, { table, alias }: Source, { table: name, hint }: Embed): Relation {
  const other = schema.tables.get(name)
  const found: Relation[] = []
  if (table && other) {
    for (const { constraint, columns, target, targetColumns } of table.links)
      if (target === name && isMeant(hint, constraint, columns))
        found.push({ table: other, isOne: true, pairs: zip(columns, targetColumns), constraint })
    for (const { constraint, columns, target, targetColumns, isUnique } of other.links)
      if (target === table.name && isMeant(hint, constraint, columns))
        found.push({ table: other, isOne: isUnique, pairs: zip(targetColumns, columns), constraint })
  }
  const [relation, ...others] = found
  const from = table?.name ?? alias
  if (!relation)
    throw new RestError(
      400,
      'PGRST200',
      `Could not find a relationship between '${from}' and '${name}' in the schema cache`,
      {
        details: `Searched for a foreign key relationship between '${from}' and '${name}'${hint ? ` using the hint '${hint}'` : ''} in the schema 'public', but no matches were found.`,
      },
    )
  if (others.length > 0)
    throw new RestError(
      300,
      'PGRST201',
      `Could not embed because more than one relationship was found for '${from}' and '${name}'`,
      {
        hint: `Name one of them behind an exclamation mark: ${found.map((each) => each.constraint).join(', ')}`,
      },
    )
  return relation
}

const isMeant = (hint: string | undefined, constraint: string, columns: readonly string[]): boolean =>
  hint === undefined || hint === constraint || (columns.length === 1 && columns[0] === hint)

const zip = (own: readonly string[], other: readonly string[]) =>
  own.map((name, place) => [name, other[place] ?? ''] as const)
