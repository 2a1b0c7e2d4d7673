import { describe, expect, test } from 'vitest'
import { administrator, type Client, member } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addCategory, addTool, addUpvote } from './rows.ts'

/** What an administrator's deletion of a tool or a category also deletes. */

const server = await testServer()
const admin = await administrator(server)

describe('deleting', () => {
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
