import { administrator, member, type Person } from '../support/actors.ts'
import type { TestServer } from '../support/test-server.ts'
import { answer, cardOf, decide, reported } from './queue.ts'
import type { Upvote } from './rows.ts'

/** Rejecting, appealing and deciding the appeal, for tests. */

interface AppealPeople {
  author: Person
  /** The administrator who rejects. */
  admin: Person
  /** The administrator who decides the appeal. */
  other: Person
}

export async function appealPeople(server: TestServer): Promise<AppealPeople> {
  return {
    author: await member(server),
    admin: await administrator(server),
    other: await administrator(server),
  }
}

/** A rejected recommendation of the author's. */
export async function rejected(
  server: TestServer,
  people: AppealPeople,
  author = people.author,
): Promise<Upvote> {
  const { upvote } = await reported(server, author)
  await decideCase(upvote, 'rejected', people.admin)
  return upvote
}

/** A rejected recommendation with an appeal. */
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

/** The states of the recommendation, its appeal and its tool's count. */
export async function stateOf({ sql }: TestServer, { id }: Upvote) {
  const [row] = await sql`
    select v.flag_status, a.status as answer, t.upvote_count
    from public.tool_upvotes v join public.tools t on t.id = v.tool_id
    left join public.upvote_appeals a on a.upvote_id = v.id where v.id = ${id}`
  return row
}
