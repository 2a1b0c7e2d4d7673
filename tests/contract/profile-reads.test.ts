import { describe, expect, test } from 'vitest'
import { administrator, member, raw, visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addTool, addUpvote } from './rows.ts'

/**
 * Members are looked up by id or username; nobody but administrators and the secret key lists names. What counts as a list
 * has unit tests in server/supabase/rest/profile-reads.test.ts.
 */

const NAME = 'Zerlina Quibble'

const server = await testServer({ RATE_LIMITS: 'off' })
const [admin, reader] = [await administrator(server), await member(server)]
const writer = await member(server, { username: 'writer', fullName: NAME })
await addUpvote(server.sql, await addTool(server.sql, { slug: 'named' }), writer)

const ids = (count: number) =>
  [writer.id, ...Array.from({ length: count - 1 }, () => crypto.randomUUID())].join()

const LISTS: [path: string, init?: RequestInit][] = [
  ['profiles?select=username,full_name'],
  ['profiles?full_name=eq.Zerlina%20Quibble', { method: 'HEAD' }],
  ['profiles?select=full_name,tool_upvotes!inner(id)'],
  ['tool_upvotes?select=id,profiles!inner()&profiles.full_name=like.Z*'],
  ['tools?select=tool_upvotes(p:profiles(id))&tool_upvotes.order=p(full_name)'],
]

const get = async (path: string, init: RequestInit = {}, token?: string) => {
  const response = await raw(server, `/rest/v1/${path}`, init, token)
  return { status: response.status, text: await response.text() }
}

describe('a list of names', () => {
  test.each(LISTS)(
    '%s: refused in words for visitors and members, and answered to an administrator',
    async (path, init) => {
      for (const token of [undefined, reader.accessToken]) {
        const { status, text } = await get(path, init, token)
        expect(text).not.toContain(NAME)
        expect(status).toBe(400)
        if (init?.method !== 'HEAD')
          expect(JSON.parse(text)).toMatchObject({
            code: 'PT400',
            message: 'Profiles cannot be listed',
            hint: expect.stringContaining('Name at most 100 ids or usernames'),
          })
      }
      expect((await get(path, init, admin.accessToken)).status).toBeLessThan(300)
    },
  )

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
