import { describe, expect, test } from 'vitest'
import { administrator, member, type Person, visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addTool, type Tool } from './rows.ts'
import { countWaiting } from './waiting.ts'

/** Section 4: what a report or a moderator hid stays hidden when its author deletes it and writes it again. */

let author: Person
let tool: Tool

const server = await testServer()
const admin = await administrator(server)
const reporter = await member(server)

async function recommend(): Promise<string> {
  const { data, error } = await author.client
    .from('tool_upvotes')
    .insert({ tool_id: tool.id, user_id: author.id, reason: 'It saves me an hour a day.' })
    .select('id')
    .single()
  if (error) throw error
  return data.id
}

async function reported(): Promise<string> {
  author = await member(server)
  tool = await addTool(server.sql)
  const id = await recommend()
  const flag = { upvote_id: id, flagged_by: reporter.id, reason: 'It reads like an advertisement.' }
  expect((await reporter.client.from('upvote_flags').insert(flag)).error).toBeNull()
  return id
}

const withdraw = (id: string) => author.client.from('tool_upvotes').delete().eq('id', id)

async function seen() {
  const { data } = await visitor(server).from('tool_upvotes').select('id').eq('tool_id', tool.id)
  const own = await author.client.from('tool_upvotes').select('flag_status').eq('tool_id', tool.id).single()
  const counted = await visitor(server).from('tools').select('upvote_count').eq('id', tool.id).single()
  return { byVisitors: data?.length, status: own.data?.flag_status, counted: counted.data?.upvote_count }
}

describe('deleted by its author and written again', () => {
  test('one that waits for a decision is hidden again, with its reports, and can be decided', async () => {
    await withdraw(await reported())
    const again = await recommend()
    expect(await seen()).toEqual({ byVisitors: 0, status: 'pending', counted: 1 })
    const { data } = await admin.client
      .from('upvote_flags')
      .select('reason, flagged_by, status')
      .eq('upvote_id', again)
    expect(data).toEqual([
      { reason: 'It reads like an advertisement.', flagged_by: reporter.id, status: 'pending' },
    ])
    const decided = await admin.client
      .from('tool_upvotes')
      .update({ flag_status: 'approved' })
      .eq('id', again)
    expect(decided.error).toBeNull()
    expect(await seen()).toEqual({ byVisitors: 1, status: 'approved', counted: 1 })
    await withdraw(again)
    await recommend()
    expect(await seen()).toEqual({ byVisitors: 1, status: null, counted: 1 })
  })

  test('one that was rejected stays rejected and is not counted', async () => {
    const id = await reported()
    await admin.client.from('tool_upvotes').update({ flag_status: 'rejected' }).eq('id', id)
    await withdraw(id)
    const again = await recommend()
    expect(await seen()).toEqual({ byVisitors: 0, status: 'rejected', counted: 0 })
    await withdraw(again)
    await recommend()
    expect(await seen()).toEqual({ byVisitors: 0, status: 'rejected', counted: 0 })
  })

  test('one that was rejected still leaves its appeal to others than who rejected it', async () => {
    const other = await administrator(server)
    const id = await reported()
    await admin.client.from('tool_upvotes').update({ flag_status: 'rejected' }).eq('id', id)
    await withdraw(id)
    const { data: name } = await admin.client.from('profiles').select('username').eq('id', author.id).single()
    const record = await other.client.rpc('get_member_record', { username: name?.username ?? '' })
    expect(record.data).toMatchObject({ last_decisions: [{ decision: 'rejected', by: admin.username }] })
    const again = await recommend()
    await author.client
      .from('upvote_appeals')
      .insert({ upvote_id: again, reason: 'It is true.' })
      .throwOnError()
    const decide = (person: Person) =>
      person.client.from('tool_upvotes').update({ flag_status: 'approved' }).eq('id', again)
    expect((await decide(admin)).error?.message).toBe('Another administrator decides about the appeal')
    expect((await decide(other)).error).toBeNull()
    await other.client.rpc('delete_my_account', { confirm_username: other.username }).throwOnError()
  })

  test('one whose reporter leaves at that moment comes back without the report', async () => {
    author = await member(server)
    tool = await addTool(server.sql)
    const [leaving, id] = [await member(server), await recommend()]
    await leaving.client
      .from('upvote_flags')
      .insert({ upvote_id: id, flagged_by: leaving.id, reason: 'Spam' })
    await withdraw(id)
    const { again } = await server.sql.begin(async (sql) => {
      await sql`delete from auth.users where id = ${leaving.id}`
      const sent = recommend()
      await expect.poll(() => countWaiting(server.sql)).toBe(1)
      return { again: sent }
    })
    await again
    expect(await seen()).toEqual({ byVisitors: 1, status: null, counted: 1 })
  })

  test('one that nobody reported is as new', async () => {
    author = await member(server)
    tool = await addTool(server.sql)
    await withdraw(await recommend())
    await recommend()
    expect(await seen()).toEqual({ byVisitors: 1, status: null, counted: 1 })
  })
})

test('after a moderator deleted it, its author may write another', async () => {
  const id = await reported()
  await admin.client.from('tool_upvotes').delete().eq('id', id)
  await recommend()
  expect(await seen()).toEqual({ byVisitors: 1, status: null, counted: 1 })
})

test('a tool and an account with withdrawn ones can still be deleted', async () => {
  await withdraw(await reported())
  expect((await admin.client.from('tools').delete().eq('id', tool.id)).error).toBeNull()
  await withdraw(await reported())
  await recommend()
  expect(
    (await author.client.rpc('delete_my_account', { confirm_username: author.username })).error,
  ).toBeNull()
})
