import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administrator, member, type Person, raw, visitor } from '../support/actors.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { addTool, addUpvote } from './rows.ts'

/** Members are looked up by id or username; nobody but administrators and the secret key lists names. */

let server: TestServer
let admin: Person
let reader: Person
let writer: Person
const NAME = 'Zerlina Quibble'

beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'off' })
  ;[admin, reader] = [await administrator(server), await member(server)]
  writer = await member(server, { username: 'writer', fullName: NAME })
  await addUpvote(server.sql, await addTool(server.sql, { slug: 'named' }), writer)
})
afterAll(() => server?.close())

const ids = (count: number) =>
  [writer.id, ...Array.from({ length: count - 1 }, () => crypto.randomUUID())].join()

/** Doors to names, each a path and perhaps a header. */
const LISTS: [door: string, path: () => string, init?: RequestInit][] = [
  ['all of them', () => 'profiles?select=username,full_name'],
  ['all columns', () => 'profiles'],
  ['one after another', () => 'profiles?select=full_name&order=id&limit=1&offset=1'],
  ['a range', () => 'profiles?select=full_name', { headers: { range: '0-0' } }],
  ['a single one', () => 'profiles?limit=1', { headers: { accept: 'application/vnd.pgrst.object+json' } }],
  ['whether there is a name', () => 'profiles?full_name=eq.Zerlina%20Quibble', { method: 'HEAD' }],
  ['how many', () => 'profiles?full_name=like.Z*', { headers: { prefer: 'count=exact' } }],
  ['by when they joined', () => 'profiles?created_at=gt.2000-01-01'],
  ['by a part of the username', () => 'profiles?username=ilike.*'],
  ['by an id that is not', () => `profiles?id=neq.${crypto.randomUUID()}`],
  ['by an order of ids', () => 'profiles?id=gt.00000000-0000-0000-0000-000000000000'],
  ['by an id or anything', () => `profiles?or=(id.eq.${writer.id},username.neq.x)`],
  ['by not an id', () => `profiles?id=not.eq.${crypto.randomUUID()}`],
  ['by a negated group', () => `profiles?not.and=(id.eq.${crypto.randomUUID()},username.eq.x)`],
  ['by a list of a quantifier', () => `profiles?id=eq(any).{${ids(101)}}`],
  ['by a pattern of a quantifier', () => 'profiles?username=like(any).{*}'],
  ['by 101 ids', () => `profiles?id=in.(${ids(101)})`],
  ['by their recommendations', () => 'profiles?select=full_name,tool_upvotes!inner(id)'],
  ['of writers', () => 'tool_upvotes?select=profiles(full_name)'],
  ['of writers, all columns', () => 'tool_upvotes?select=profiles(*)'],
  ['of writers, by another name', () => 'tool_upvotes?select=p:profiles!inner(n:full_name)'],
  [
    'of writers, by the constraint',
    () => 'tool_upvotes?select=profiles!tool_upvotes_user_id_fkey(full_name)',
  ],
  ['of writers, as another type', () => 'tool_upvotes?select=profiles(full_name::text)'],
  ['of writers, spread', () => 'tool_upvotes?select=...profiles(full_name)'],
  ['of writers, spread whole', () => 'tool_upvotes?select=...profiles(*)'],
  ['of writers, two levels down', () => 'tools?select=tool_upvotes(profiles(full_name))'],
  [
    'of writers, around a circle',
    () => `profiles?id=eq.${writer.id}&select=tool_upvotes(profiles(full_name))`,
  ],
  ['whether a writer has a name', () => 'tool_upvotes?select=id,profiles!inner()&profiles.full_name=like.Z*'],
  [
    'whether a writer has one of two names',
    () =>
      'tool_upvotes?select=id,profiles!inner(id)&profiles.or=(full_name.eq.x,not.and(full_name.eq.y,id.is.null))',
  ],
  [
    'writers in the order of names',
    () => 'tool_upvotes?select=id,profiles(username)&order=profiles(full_name)',
  ],
  [
    'embedded in the order of names',
    () => 'tools?select=tool_upvotes(p:profiles(id))&tool_upvotes.order=p(full_name)',
  ],
  ['of reporters', () => 'upvote_flags?select=profiles(full_name)'],
]

const get = async (path: string, init: RequestInit = {}, token?: string) => {
  const response = await raw(server, `/rest/v1/${path}`, init, token)
  return { status: response.status, text: await response.text() }
}

describe('a list of names', () => {
  test.each(LISTS)('%s: refused in words for visitors and members', async (_door, path, init) => {
    for (const token of [undefined, reader.accessToken]) {
      const { status, text } = await get(path(), init, token)
      expect(text).not.toContain(NAME)
      expect(status).toBe(400)
      if (init?.method !== 'HEAD')
        expect(JSON.parse(text)).toMatchObject({
          code: 'PT400',
          message: 'Profiles cannot be listed',
          hint: expect.stringContaining('Name at most 100 ids or usernames'),
        })
    }
  })

  test.each(LISTS)('%s: for an administrator', async (_door, path, init) => {
    expect((await get(path(), init, admin.accessToken)).status).toBeLessThan(300)
  })

  test('is refused as the answer to a write', async () => {
    const { id: tool_id } = await addTool(server.sql)
    const init = {
      method: 'POST',
      body: JSON.stringify({ tool_id, user_id: reader.id, reason: 'Good' }),
      headers: { prefer: 'return=representation' },
    }
    const written = 'tool_upvotes?select=id,tools(tool_upvotes(profiles(full_name)))'
    expect(await get(written, init, reader.accessToken)).toMatchObject({ status: 400 })
    expect(await server.sql`select from public.tool_upvotes where tool_id = ${tool_id}`).toHaveLength(0)
  })

  test('is no function’s answer, except to administrators', async () => {
    const functions = await server.sql<{ name: string }[]>`
      select p.pronamespace::regnamespace || '.' || p.proname as name from pg_proc p
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and p.prorettype <> 'trigger'::regtype and (
          p.prosrc ~ '\\mfull_name\\M' or pg_get_function_result(p.oid) ~ 'full_name|profiles'
          or exists (select from unnest(p.proallargtypes) t where t = 'public.profiles'::regtype))`
    expect(functions.map(({ name }) => name).sort()).toEqual([
      // One's own data, that of a sign-up, and what administrators search.
      ...['private.derive_names', 'private.export_member', 'private.read_sign_up', 'private.record_members'],
      'public.list_members',
    ])
    expect((await reader.client.rpc('list_members')).error?.code).toBe('42501')
  })

  test('is in no other table or view of the API', async () => {
    const columns = await server.sql<{ name: string }[]>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name like '%name%' order by 1`
    expect(columns.map(({ name }) => name)).toEqual([
      ...['audit_log.names', 'audit_log.table_name', 'categories.name'],
      ...['profiles.full_name', 'profiles.username', 'tools.name'],
    ])
  })
})

describe('a member who is named', () => {
  test.each(['visitor', 'member'])('is read by a %s as the specification has it', async (who) => {
    const db = who === 'visitor' ? visitor(server) : reader.client
    const named = { id: writer.id, username: 'writer', full_name: NAME }
    const profiles = () => db.from('profiles')
    expect((await profiles().select('id').eq('username', 'WRITER').single()).data).toEqual({ id: writer.id })
    expect((await profiles().select('id').eq('username', 'nobody').single()).error?.code).toBe('PGRST116')
    expect((await profiles().select('*').eq('id', writer.id).single()).data).toMatchObject(named)
    expect((await profiles().select('full_name, username').eq('id', writer.id)).data).toHaveLength(1)
    expect((await profiles().select('full_name').in('id', ids(100).split(','))).data).toHaveLength(1)
    expect((await profiles().select('full_name').in('username', ['writer', 'nobody'])).data).toHaveLength(1)
    const many = await profiles()
      .select('*', { count: 'exact', head: true })
      .eq('id', writer.id)
      .like('full_name', 'Z%')
    expect(many.count).toBe(1)
    expect((await get(`profiles?and=(id.eq.${writer.id},full_name.eq.x)`)).text).toBe('[]')
  })

  test('signs their recommendations', async () => {
    const path =
      'tool_upvotes?select=reason,profiles!inner(username,id)&profiles.username=eq.writer&order=profiles(username)'
    expect(JSON.parse((await get(path)).text)).toMatchObject([
      { profiles: { username: 'writer', id: writer.id } },
    ])
  })
})

test('the secret key lists names', async () => {
  const headers = { apikey: server.secretKey, authorization: `Bearer ${server.secretKey}` }
  expect((await get('profiles?select=full_name', { headers })).text).toContain(NAME)
})
