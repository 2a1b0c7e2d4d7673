import { type Client, type Person, visitor } from '../support/actors.ts'
import type { TestServer } from '../support/test-server.ts'
import { first, type Tool, type Upvote } from './rows.ts'

/** A recommendation from the point of view of each person, for tests of moderation. */

type Readers = Record<'author' | 'second' | 'admin', Person>

/** Who sees it, by first letter: visitor, author, other member, admin. */
async function seenBy(server: TestServer, people: Readers, upvote: Upvote): Promise<string> {
  const readers: [string, Client][] = [
    ['v', visitor(server)],
    ['a', people.author.client],
    ['o', people.second.client],
    ['A', people.admin.client],
  ]
  const seen = await Promise.all(
    readers.map(async ([letter, client]) => {
      const { data } = await client.from('tool_upvotes').select('id').eq('id', upvote.id)
      return data?.length === 1 ? letter : ''
    }),
  )
  return seen.join('')
}

export async function stateOf(server: TestServer, people: Readers, upvote: Upvote) {
  const row = first(await server.sql<Upvote[]>`select * from public.tool_upvotes where id = ${upvote.id}`)
  const tool = first(await server.sql<Tool[]>`select * from public.tools where id = ${upvote.tool_id}`)
  const flags = await server.sql<{ status: string }[]>`
    select status from public.upvote_flags where upvote_id = ${upvote.id} order by flagged_at`
  return {
    is_flagged: row.is_flagged,
    flag_status: row.flag_status,
    flag_count: row.flag_count,
    flags: flags.map((flag) => flag.status).join(' '),
    count: tool.upvote_count,
    seen: await seenBy(server, people, upvote),
  }
}

export const CLEAN = {
  is_flagged: false,
  flag_status: null,
  flag_count: 0,
  flags: '',
  count: 1,
  seen: 'vaoA',
}
export const PENDING = {
  is_flagged: true,
  flag_status: 'pending',
  flag_count: 1,
  flags: 'pending',
  count: 1,
  seen: 'aA',
}
export const APPROVED = { ...PENDING, flag_status: 'approved', flags: 'approved', seen: 'vaoA' }
export const REJECTED = { ...PENDING, flag_status: 'rejected', flags: 'rejected', count: 0 }
