import { expect, test } from 'vitest'
import { planOf, refusalOf } from '../../../tests/support/rest-schema.ts'
import { compile } from './sql.ts'

/** Which reads list members: a visitor is refused, and the database is asked whether a member may. */

const ID = crypto.randomUUID()
const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID()).join()

/** Whether the statement of a member asks it. */
async function asks(path: string, init?: RequestInit): Promise<boolean> {
  const { statement } = await planOf(path, init, 'authenticated')
  return statement !== undefined && compile(statement).text.includes('may_list_profiles()')
}

test.each<[string, string, RequestInit?]>([
  ['all of them', 'profiles?select=username,full_name'],
  ['all columns', 'profiles'],
  ['one after another', 'profiles?select=full_name&order=id&limit=1&offset=1'],
  ['a range', 'profiles?select=full_name', { headers: { range: '0-0' } }],
  ['a single one', 'profiles?limit=1', { headers: { accept: 'application/vnd.pgrst.object+json' } }],
  ['whether there is a name', 'profiles?full_name=eq.Zerlina%20Quibble', { method: 'HEAD' }],
  ['how many', 'profiles?full_name=like.Z*', { headers: { prefer: 'count=exact' } }],
  ['by when they joined', 'profiles?created_at=gt.2000-01-01'],
  ['by a part of the username', 'profiles?username=ilike.*'],
  ['by an id that is not', `profiles?id=neq.${ID}`],
  ['by an order of ids', 'profiles?id=gt.00000000-0000-0000-0000-000000000000'],
  ['by an id or anything', `profiles?or=(id.eq.${ID},username.neq.x)`],
  ['by not an id', `profiles?id=not.eq.${ID}`],
  ['by a negated group', `profiles?not.and=(id.eq.${ID},username.eq.x)`],
  ['by a list of a quantifier', `profiles?id=eq(any).{${ids(101)}}`],
  ['by a pattern of a quantifier', 'profiles?username=like(any).{*}'],
  ['by 101 ids', `profiles?id=in.(${ids(101)})`],
  ['by their recommendations', 'profiles?select=full_name,tool_upvotes!inner(id)'],
  ['of writers', 'tool_upvotes?select=profiles(full_name)'],
  ['of writers, all columns', 'tool_upvotes?select=profiles(*)'],
  ['of writers, by another name', 'tool_upvotes?select=p:profiles!inner(n:full_name)'],
  ['of writers, by the constraint', 'tool_upvotes?select=profiles!tool_upvotes_user_id_fkey(full_name)'],
  ['of writers, as another type', 'tool_upvotes?select=profiles(full_name::text)'],
  ['of writers, spread', 'tool_upvotes?select=...profiles(full_name)'],
  ['of writers, spread whole', 'tool_upvotes?select=...profiles(*)'],
  ['of writers, two levels down', 'tools?select=tool_upvotes(profiles(full_name))'],
  ['of writers, around a circle', `profiles?id=eq.${ID}&select=tool_upvotes(profiles(full_name))`],
  ['whether a writer has a name', 'tool_upvotes?select=id,profiles!inner()&profiles.full_name=like.Z*'],
  [
    'whether a writer has one of two names',
    'tool_upvotes?select=id,profiles!inner(id)&profiles.or=(full_name.eq.x,not.and(full_name.eq.y,id.is.null))',
  ],
  ['writers in the order of names', 'tool_upvotes?select=id,profiles(username)&order=profiles(full_name)'],
  [
    'embedded in the order of names',
    'tools?select=tool_upvotes(p:profiles(id))&tool_upvotes.order=p(full_name)',
  ],
  ['of reporters', 'upvote_flags?select=profiles(full_name)'],
])('names are listed: %s', async (_, path, init) => {
  expect(await refusalOf(path, init)).toMatchObject({
    status: 400,
    code: 'PT400',
    message: 'Profiles cannot be listed',
  })
  expect(await asks(path, init)).toBe(true)
})

test.each([
  'profiles?select=id&username=eq.WRITER',
  `profiles?id=eq.${ID}`,
  `profiles?select=full_name,username&id=eq.${ID}&full_name=like.Z*`,
  `profiles?select=full_name&id=in.(${ids(100)})`,
  'profiles?username=in.(writer,nobody)',
  `profiles?and=(id.eq.${ID},full_name.eq.x)`,
  'tool_upvotes?select=reason,profiles!inner(username,id)&profiles.username=eq.writer&order=profiles(username)',
  'tools?select=name',
])('members who are named are not a list: %.60s', async (path) => {
  expect(await refusalOf(path)).toBeUndefined()
  expect(await asks(path)).toBe(false)
})
