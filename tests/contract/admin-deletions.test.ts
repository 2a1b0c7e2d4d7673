import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administrator, type Client, member, type Person, visitor } from '../support/actors.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { addCategory, addTool, addUpvote } from './rows.ts'

/** What an administrator's deletion of a tool or a category also deletes. */

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startTestServer()
  admin = await administrator(server)
})
afterAll(() => server?.close())

describe('deleting', () => {
  test('a category leaves its tools, whose next category becomes the primary one', async () => {
    const [going, next] = [await addCategory(server.sql), await addCategory(server.sql)]
    const both = await addTool(server.sql, {}, [going, next])
    const only = await addTool(server.sql, {}, [going])
    const { data } = await admin.client.from('categories').delete().eq('id', going.id).select('id')
    expect(data).toEqual([{ id: going.id }])
    const left = await visitor(server).from('tools').select('id, category_id').in('id', [both.id, only.id])
    expect(Object.fromEntries(left.data?.map((tool) => [tool.id, tool.category_id]) ?? [])).toEqual({
      [both.id]: next.id,
      [only.id]: null,
    })
  })

  test('a tool also deletes its links and recommendations, and counts are updated', async () => {
    const category = await addCategory(server.sql)
    const tool = await addTool(server.sql, {}, [category])
    await addUpvote(server.sql, tool, await member(server))
    const { data } = await admin.client.from('tools').delete().eq('id', tool.id).select('id')
    expect(data).toEqual([{ id: tool.id }])
    const [left] = await server.sql`
      select (select count(*)::int from public.tool_upvotes where tool_id = ${tool.id}) as upvotes,
        (select count(*)::int from public.tool_categories where tool_id = ${tool.id}) as links,
        (select tool_count from public.categories where id = ${category.id}) as count`
    expect(left).toEqual({ upvotes: 0, links: 0, count: 0 })
    const again = await admin.client.from('tools').delete().eq('id', tool.id).select('id')
    expect(again).toMatchObject({ error: null, data: [] })
  })

  test('a tool during concurrent upvotes and deletions of upvotes gives everybody one correct answer', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => member(server)))
    for (let round = 0; round < 6; round++) {
      const tool = await addTool(server.sql)
      const withdrawing = people.slice(8)
      for (const person of withdrawing) await addUpvote(server.sql, tool, person)
      const insert = ({ client, id }: { client: Client; id: string }) =>
        client.from('tool_upvotes').insert({ tool_id: tool.id, user_id: id, reason: 'Just now.' })
      const writes = people.slice(0, 8).map((person) => insert(person))
      const withdrawals = withdrawing.map(({ client, id }) =>
        client.from('tool_upvotes').delete().eq('tool_id', tool.id).eq('user_id', id),
      )
      const deletion = admin.client.from('tools').delete().eq('id', tool.id).select('id')
      const [deleted, written, withdrawn] = await Promise.all([
        deletion,
        Promise.all(writes),
        Promise.all(withdrawals),
      ])
      expect(deleted).toMatchObject({ error: null, data: [{ id: tool.id }] })
      for (const { status, error } of written)
        expect([status, error?.code]).toEqual(status === 201 ? [201, undefined] : [404, 'PT404'])
      for (const { error } of withdrawn) expect(error).toBeNull()
      expect(await server.sql`select from public.tool_upvotes where tool_id = ${tool.id}`).toHaveLength(0)
    }
  })
})
