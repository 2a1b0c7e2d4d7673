import { administrator, member, type Person } from '../support/actors.ts'
import type { TestServer } from '../support/test-server.ts'
import { answer, cardOf, decide, reported } from './queue.ts'
import type { Upvote } from './rows.ts'

/** Rejecting, answering and deciding about the answer, for the tests about it. */

export interface AppealPeople {
  author: Person
  /** Who rejects. */
  admin: Person
  /** Who decides about the answer. */
  other: Person
}

export async function appealPeople(server: TestServer): Promise<AppealPeople> {
  return {
    author: await member(server),
    admin: await administrator(server),
    other: await administrator(server),
  }
}

/** A recommendation of the author's that was rejected. */
export async function rejected(
  server: TestServer,
  people: AppealPeople,
  author = people.author,
): Promise<Upvote> {
  const { upvote } = await reported(server, author)
  await decideCase(upvote, 'rejected', people.admin)
  return upvote
}

/** One for which its author has answered. */
export async function answered(
  server: TestServer,
  people: AppealPeople,
  author = people.author,
): Promise<Upvote> {
  const upvote = await rejected(server, people, author)
  const { error } = await answer(upvote, author)
  if (error) throw new Error(error.message)
  return upvote
}

export const decideCase = async (upvote: Upvote, decision: string, { client }: Person) =>
  decide(client, await cardOf(client, upvote), decision)

/** What the recommendation, its answer and its tool's count are. */
export async function stateOf({ sql }: TestServer, { id }: Upvote) {
  const [row] = await sql`
    select v.flag_status, a.status as answer, t.upvote_count
    from public.tool_upvotes v join public.tools t on t.id = v.tool_id
    left join public.upvote_appeals a on a.upvote_id = v.id where v.id = ${id}`
  return row
}
