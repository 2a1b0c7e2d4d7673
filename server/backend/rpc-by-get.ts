import type postgres from 'postgres'
import { RestError } from './rest-error.ts'

/** A function clients may call. */
export interface ApiFunction {
  /** The types of its arguments by their names. */
  arguments: ReadonlyMap<string, string>
  /** It may be called by GET: it only reads. */
  isReadOnly: boolean
}
export type ApiFunctions = ReadonlyMap<string, ApiFunction>

export async function listFunctions(sql: postgres.Sql): Promise<ApiFunctions> {
  const rows = await sql<{ name: string; isReadOnly: boolean; arguments: [name: string, type: string][] }[]>`
    select proname as name, provolatile in ('s', 'i') as "isReadOnly", coalesce((
      select jsonb_agg(jsonb_build_array(proargnames[place], kind::regtype::text) order by place)
      from unnest(proargtypes::oid[]) with ordinality argument (kind, place)
    ), '[]') as arguments
    from pg_proc where pronamespace = 'public'::regnamespace`
  return new Map(
    rows.map(({ name, isReadOnly, arguments: named }) => [name, { isReadOnly, arguments: new Map(named) }]),
  )
}

const functionOf = (request: Request) => /^\/rest\/v1\/rpc\/([^/]+)$/.exec(new URL(request.url).pathname)?.[1]

/** Whether it only reads: also a function that does, called by POST. */
export const isRead = (request: Request, functions: ApiFunctions): boolean =>
  request.method === 'GET' ||
  request.method === 'HEAD' ||
  functions.get(functionOf(request) ?? '')?.isReadOnly === true

/**
 * What stands in the address of a call by GET or HEAD: arguments, and filters of the result. lite takes one for the
 * other, so it is asked by POST with what is found here; PostgREST calls what writes in a transaction that only reads.
 */
export function splitArguments(
  others: readonly [string, string][],
  { arguments: types, isReadOnly }: ApiFunction,
): { values: Record<string, string>; filters: [string, string][] } {
  if (!isReadOnly) throw new RestError(405, '25006', 'A function that writes is called by POST')
  return {
    values: Object.fromEntries(others.filter(([name]) => types.has(name))),
    filters: others.filter(([name]) => !types.has(name)),
  }
}
