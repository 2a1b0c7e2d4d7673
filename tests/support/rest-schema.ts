import { makePlan, type Plan } from '../../server/supabase/rest/plan.ts'
import { readPreferences } from '../../server/supabase/rest/preferences.ts'
import type { RestError } from '../../server/supabase/rest/rest-error.ts'
import type { ApiFunction, ApiSchema, ApiTable } from '../../server/supabase/rest/schema.ts'

/** Requests to /rest/v1 planned on a small schema without a database, for unit tests of its grammar. */

const table = (name: string, columns: string, links: Record<string, string> = {}): ApiTable => ({
  name,
  columns: columns.split(' '),
  arrays: ['platforms'],
  primaryKey: ['id'],
  visitorMethods: [],
  links: Object.entries(links).map(([column, target]) => ({
    constraint: `${name}_${column}_fkey`,
    columns: [column],
    target,
    targetColumns: ['id'],
    isUnique: false,
  })),
})

const call = (name: string, types: Record<string, string>, isReadOnly = true): ApiFunction => ({
  name,
  arguments: new Map(Object.entries(types)),
  required: [],
  visitorMethods: ['POST'],
  isReadOnly,
  returns: 'rows',
})

const byName = <Each extends { name: string }>(...all: Each[]) =>
  new Map(all.map((each) => [each.name, each]))

const SCHEMA: ApiSchema = {
  tables: byName(
    table('categories', 'id name slug'),
    table('tools', 'id name slug short_description featured platforms category_id', {
      category_id: 'categories',
    }),
    table('tool_categories', 'id tool_id category_id', { tool_id: 'tools', category_id: 'categories' }),
    table('profiles', 'id username full_name created_at'),
    table('tool_upvotes', 'id tool_id user_id reason', { tool_id: 'tools', user_id: 'profiles' }),
    table('upvote_flags', 'id upvote_id flagged_by', { upvote_id: 'tool_upvotes', flagged_by: 'profiles' }),
  ),
  functions: byName(
    call('list_tools', { sort: 'text', category_ids: 'uuid[]' }),
    call('decide', { seen: 'integer' }, false),
  ),
}

export async function planOf(
  path: string,
  init: RequestInit = {},
  role: 'anon' | 'authenticated' = 'anon',
): Promise<Plan> {
  const headers = { 'content-type': 'application/json', ...init.headers }
  const request = new Request(`http://localhost/rest/v1/${path}`, { ...init, headers })
  return makePlan(request, SCHEMA, readPreferences(request), role)
}

/** How a request is refused; undefined if it is planned. */
export const refusalOf = (...asked: Parameters<typeof planOf>): Promise<RestError | undefined> =>
  planOf(...asked).then(
    () => undefined,
    (error) => error,
  )
