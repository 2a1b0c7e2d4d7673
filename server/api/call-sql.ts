import { sql } from 'kysely'
import type { Row } from './read-body.ts'
import { RestError } from './rest-error.ts'
import type { ApiFunction } from './schema.ts'
import { list, type Sql } from './sql.ts'

/** The call of a function, to select from: its result has the function's name. Throws PGRST202 unless the arguments fit. */
export function callSql(name: string, known: ApiFunction | undefined, values: Row): Sql {
  const given = Object.keys(values)
  const fits =
    known?.required.every((each) => given.includes(each)) && given.every((each) => known.arguments.has(each))
  if (!known || !fits) throw noSuchFunction(name, given)
  const args = given.map(
    // As a text first: the driver would else write some types its own way.
    (each) => sql`${sql.id(each)} => ${values[each]}::text::${sql.raw(known.arguments.get(each) ?? 'text')}`,
  )
  return sql`${sql.id('public', name)}(${args.length > 0 ? list(args) : sql``}) as ${sql.id(name)}`
}

export function noSuchFunction(name: string, given: readonly string[]): RestError {
  const names = given.toSorted().join(', ')
  const called = given.length > 0 ? `public.${name}(${names})` : `public.${name} without parameters`
  const searched =
    given.length > 0
      ? `public.${name} with parameter${given.length > 1 ? 's' : ''} ${names}`
      : `public.${name} without parameters`
  return new RestError(404, 'PGRST202', `Could not find the function ${called} in the schema cache`, {
    details: `Searched for the function ${searched}, but no matches were found in the schema cache.`,
  })
}
