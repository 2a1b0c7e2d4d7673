import { afterAll, beforeAll, expect, test } from 'vitest'
import { importStarter } from '../../server/product/import-export/import-starter.ts'
import { administrator, member, type Person, raw } from '../support/actors.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { addTool, addUpvote, first, type Tool } from './rows.ts'

/** Beginning empty: the starter catalogue removed in one step. */

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startTestServer()
  await importStarter(server.sql)
  admin = await administrator(server)
})
afterAll(() => server?.close())

test('removes what is untouched of the starter, and can be undone', async () => {
  const { sql } = server
  const starter = (method: string, token?: string) => raw(server, '/transfer/v1/starter', { method }, token)
  const counts = async (method: string) => (await starter(method, admin.accessToken)).json()
  const all = first(
    await sql`select (select count(*)::int from public.tools) tools, (select count(*)::int from public.categories) categories`,
  )
  expect(await counts('GET')).toEqual(all)

  const stranger = await member(server)
  for (const method of ['GET', 'POST', 'DELETE'])
    expect([(await starter(method)).status, (await starter(method, stranger.accessToken)).status]).toEqual([
      401, 403,
    ])
  expect((await starter('PUT', admin.accessToken)).status).toBe(405)

  const named = (slug: string) => admin.client.from('tools').select('*').eq('slug', slug).single()
  const tool = async (slug: string): Promise<Tool> =>
    first([(await named(slug)).data].flatMap((row) => row ?? []))
  await sql`update public.tools set logo = 'https://logos.example/a.png' where slug = 'whisper'`
  await sql`update public.tools set long_description = 'Ours' where slug = 'deepl'`
  await addUpvote(sql, await tool('otter-ai'), stranger)
  await sql`update public.categories set description = 'Ours' where slug = 'writing'`
  const ours = await addTool(sql, { slug: 'ours' })
  await sql`insert into public.tool_categories (tool_id, category_id)
    select ${ours.id}, id from public.categories where slug = 'coding'`

  const removed = await counts('DELETE')
  const left = await sql<{ slug: string }[]>`select slug from public.tools order by slug`
  expect(left.map(({ slug }) => slug)).toEqual(['deepl', 'otter-ai', 'ours', 'whisper'])
  expect(removed).toMatchObject({ tools: all.tools - 3 })
  const categories = await sql<{ slug: string }[]>`select slug from public.categories order by slug`
  expect(categories.map(({ slug }) => slug)).toEqual(expect.arrayContaining(['coding', 'writing']))
  expect(categories.length).toBe(all.categories - removed.categories)
  expect(await counts('GET')).toEqual({ tools: 0, categories: 0 })

  const log = async () => {
    const { data } = await admin.client.rpc('list_audit_log', { kinds: ['catalogue_imports'] })
    return data?.map(({ action, actor_id, before, row_id }) => ({ action, actor_id, before, row_id })) ?? []
  }
  const entry = first(await log())
  expect(entry).toMatchObject({
    action: 'delete',
    actor_id: admin.id,
    before: { file: 'starter catalogue' },
  })
  const rows = await sql`select from public.audit_log where import_id = ${entry.row_id} and action = 'delete'`
  expect(rows.length).toBe(removed.tools + removed.categories)
  const { data: steps } = await admin.client.rpc('get_first_steps').single()
  expect(steps?.has_own_tools, 'nothing of their own yet').toBe(false)

  expect(await counts('POST')).toEqual(removed)
  expect(await counts('GET')).toEqual(removed)
  expect((await sql`select from public.tools`).length).toBe(all.tools + 1)
  expect((await log()).map(({ action }) => action)).toEqual(['update', 'delete'])
  expect((await named('deepl')).data?.long_description).toBe('Ours')
})
