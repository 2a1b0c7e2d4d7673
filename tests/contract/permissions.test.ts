import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administrator, member, type Person, raw } from '../support/actors.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { addCategory, addFlag, addTool, addUpvote, first, type Tool } from './rows.ts'

/**
 * Who may do what (section 6), table by table, with raw requests. `owner` wrote the upvote, reported the flag and owns
 * the profile; `other` is another member.
 */

const ACTORS = ['visitor', 'owner', 'other', 'admin'] as const
const VERBS = ['select', 'insert', 'update', 'delete'] as const

/** done: succeeded · none: no error, no row · no: refused with 42501 */
const MATRIX: Record<string, Record<(typeof VERBS)[number], string>> = {
  //                visitor owner other admin
  categories: {
    select: '        done   done  done  done',
    insert: '        no     no    no    done',
    update: '        no     none  none  done',
    delete: '        no     none  none  done',
  },
  tools: {
    select: '        done   done  done  done',
    insert: '        no     no    no    done',
    update: '        no     none  none  done',
    delete: '        no     none  none  done',
  },
  tool_categories: {
    select: '        done   done  done  done',
    insert: '        no     no    no    done',
    update: '        no     no    no    no  ',
    delete: '        no     none  none  done',
  },
  tool_upvotes: {
    select: '        done   done  done  done',
    insert: '        no     done  no    no  ',
    update: '        no     none  none  done',
    delete: '        no     done  none  done',
  },
  upvote_flags: {
    select: '        no     done  none  done',
    insert: '        no     done  no    no  ',
    update: '        no     none  none  done',
    delete: '        no     no    no    no  ',
  },
  upvote_appeals: {
    select: '        no     done  none  done',
    insert: '        no     done  no    no  ',
    update: '        no     no    no    no  ',
    delete: '        no     no    no    no  ',
  },
  profiles: {
    select: '        done   done  done  done',
    insert: '        no     no    no    no  ',
    update: '        no     done  none  none',
    delete: '        no     no    no    no  ',
  },
  // Read and written through functions only.
  sign_up_invitations: {
    select: '        no     no    no    no  ',
    insert: '        no     no    no    no  ',
    update: '        no     no    no    no  ',
    delete: '        no     no    no    no  ',
  },
  site_settings: {
    select: '        no     no    no    no  ',
    insert: '        no     no    no    no  ',
    update: '        no     no    no    no  ',
    delete: '        no     no    no    no  ',
  },
  audit_log: {
    select: '        no     none  none  done',
    insert: '        no     no    no    no  ',
    update: '        no     no    no    no  ',
    delete: '        no     no    no    no  ',
  },
}

let server: TestServer
let people: Record<'owner' | 'other' | 'admin' | 'writer', Person>
beforeAll(async () => {
  server = await startTestServer()
  const [owner, other, admin, writer] = await Promise.all([
    member(server),
    member(server),
    administrator(server),
    member(server),
  ])
  people = { owner, other, admin, writer }
})
afterAll(() => server?.close())

interface Attempt {
  /** Ids of the row to select, update or delete. */
  id: string | number
  insert: Record<string, unknown>
  update: Record<string, unknown>
}

/** New rows for one attempt on one table; inserts and rows are in the owner's name. */
async function prepare(table: string): Promise<Attempt> {
  const { sql } = server
  const { owner, writer } = people
  const category = await addCategory(sql)
  const tool = await addTool(sql, {}, [category])
  const slug = `new-${tool.slug}`
  if (table === 'categories')
    return { id: category.id, insert: { name: 'New', slug }, update: { name: 'Changed' } }
  if (table === 'tools')
    return {
      id: tool.id,
      insert: { name: 'New', slug, short_description: 'New', website_url: 'https://example.org' },
      update: { name: 'Changed' },
    }
  if (table === 'tool_categories') {
    const row = first(
      await sql<{ id: string }[]>`select id from public.tool_categories where tool_id = ${tool.id}`,
    )
    const another = await addCategory(sql)
    return { id: row.id, insert: { tool_id: tool.id, category_id: another.id }, update: { position: 3 } }
  }
  if (table === 'tool_upvotes') {
    const upvote = await addUpvote(sql, tool, owner)
    await addFlag(sql, upvote, writer)
    await sql`update public.tool_upvotes set flag_status = 'approved' where id = ${upvote.id}`
    const unvoted = await addTool(sql)
    const insert = { tool_id: unvoted.id, user_id: owner.id, reason: 'Good' }
    return { id: upvote.id, insert, update: { flag_status: 'rejected' } }
  }
  if (table === 'upvote_flags') {
    const flag = await addFlag(sql, await addUpvote(sql, tool, writer), owner)
    const unflagged = await addUpvote(sql, await addTool(sql), writer)
    const insert = { upvote_id: unflagged.id, flagged_by: owner.id, reason: 'Spam' }
    return { id: flag.id, insert, update: { status: 'approved' } }
  }
  if (table === 'upvote_appeals') {
    const [answered, unanswered] = [await rejected(tool), await rejected(await addTool(sql))]
    const insert = { upvote_id: unanswered, reason: 'It is not' }
    const { data } = await owner.client
      .from('upvote_appeals')
      .insert({ ...insert, upvote_id: answered })
      .select('id')
      .single()
    return { id: data?.id ?? '', insert, update: { reason: 'Changed' } }
  }
  if (table === 'profiles') {
    const insert = { id: owner.id, full_name: 'New', username: 'new-name' }
    return { id: owner.id, insert, update: { full_name: 'Changed' } }
  }
  if (table === 'sign_up_invitations') {
    const address = `${slug}@example.org`
    return { id: owner.id, insert: { address }, update: { address } }
  }
  if (table === 'site_settings') return { id: 1, insert: { version: 1 }, update: { version: 1 } }
  const entry = first(await sql<{ id: number }[]>`select id from public.audit_log limit 1`)
  const insert = { action: 'insert', table_name: 'tools', row_id: tool.id }
  return { id: entry.id, insert, update: { action: 'delete' } }
}

/** A reported and rejected recommendation of the owner's. */
async function rejected(tool: Tool): Promise<string> {
  const upvote = await addUpvote(server.sql, tool, people.owner)
  await addFlag(server.sql, upvote, await member(server))
  await server.sql`update public.tool_upvotes set flag_status = 'rejected' where id = ${upvote.id}`
  return upvote.id
}

async function attempt(table: string, verb: (typeof VERBS)[number], token?: string): Promise<string> {
  const { id, insert, update } = await prepare(table)
  const key = table === 'site_settings' ? 'version' : 'id'
  const path = verb === 'insert' ? `/rest/v1/${table}` : `/rest/v1/${table}?${key}=eq.${id}`
  const method = { select: 'GET', insert: 'POST', update: 'PATCH', delete: 'DELETE' }[verb]
  const body =
    verb === 'insert' ? JSON.stringify(insert) : verb === 'update' ? JSON.stringify(update) : undefined
  const response = await raw(
    server,
    path,
    { method, body, headers: { prefer: 'return=representation' } },
    token,
  )
  const answer: unknown = await response.json()
  if (Array.isArray(answer)) return answer.length > 0 ? 'done' : 'none'
  if (typeof answer === 'object' && answer !== null && 'code' in answer && answer.code === '42501')
    return response.status === (token ? 403 : 401) ? 'no' : `42501 with status ${response.status}`
  return `${response.status} ${JSON.stringify(answer)}`
}

describe.each(Object.entries(MATRIX))('%s', (table, verbs) => {
  test.each(VERBS)('%s', async (verb) => {
    const outcomes: string[] = []
    for (const actor of ACTORS)
      outcomes.push(await attempt(table, verb, actor === 'visitor' ? undefined : people[actor].accessToken))
    expect(outcomes.join(' ')).toBe(verbs[verb].trim().split(/\s+/).join(' '))
  })
})

test('the matrix names every table of the schema', async () => {
  const tables = await server.sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`
  expect(tables.map((table) => table.name)).toEqual(Object.keys(MATRIX).sort())
})
