import { sql } from 'kysely'
import type { Caller } from './caller.ts'
import { type Condition, conditionsOf, type Where } from './filters.ts'
import { type Embed, findEmbed, isEmbed, type RestQuery, type Selection } from './read-query.ts'
import { RestError } from './rest-error.ts'
import type { Sql } from './sql.ts'

/**
 * Members are looked up, not listed: everybody may read the profiles they name, and the username of whoever wrote a
 * recommendation. Only administrators and the service's key read profiles in bulk.
 */

const MAX_NAMED = 100
/** What anybody may read, filter and order by where profiles are embedded: the signature of a recommendation. */
const SIGNATURE = new Set(['id', 'username', 'has_page'])

/**
 * The condition of a statement that lists profiles: it raises unless the caller is an administrator. Empty where nothing
 * is listed. Throws a RestError for a visitor.
 */
export function profileConditions(query: RestQuery, isRead: boolean, role: Caller['role']): readonly Sql[] {
  if (role === 'service_role' || !listsProfiles(query, isRead)) return []
  // In words and code as the function raises it.
  if (role === 'anon')
    throw new RestError(400, 'PT400', 'Profiles cannot be listed', {
      hint: `Name at most ${MAX_NAMED} ids or usernames (id=eq.…, id=in.(…), username=eq.… or username=in.(…)), and embed only id, username and has_page.`,
    })
  return [sql`(select public.may_list_profiles())`]
}

function listsProfiles({ target, root }: RestQuery, isRead: boolean): boolean {
  const isRequested = isRead && 'table' in target && target.table === 'profiles'
  return (isRequested && !root.where.flatMap(required).some(namesProfiles)) || embedsMore(root)
}

/** The conditions that every row must meet. */
const required = (where: Where): Condition[] =>
  'and' in where ? where.and.flatMap(required) : 'column' in where ? [where] : []

const namesProfiles = ({ column, operator, values, quantifier }: Condition): boolean =>
  (column === 'id' || column === 'username') &&
  !quantifier &&
  (operator === 'eq' || operator === 'in') &&
  values.length <= MAX_NAMED

/** Whether a profile is embedded, ordered by or filtered by with more than its signature. */
const embedsMore = (selection: Selection): boolean =>
  selection.entries.some(
    (entry) => isEmbed(entry) && ((entry.table === 'profiles' && !isSignature(entry)) || embedsMore(entry)),
  ) ||
  selection.order.some(
    ({ column, embed }) =>
      embed !== undefined && findEmbed(selection, embed)?.table === 'profiles' && !SIGNATURE.has(column),
  )

const isSignature = ({ entries, where, order }: Embed): boolean =>
  entries.every((entry) => isEmbed(entry) || SIGNATURE.has(entry.name)) &&
  where.flatMap(conditionsOf).every(({ column }) => SIGNATURE.has(column)) &&
  order.every(({ column, embed }) => embed !== undefined || SIGNATURE.has(column))
