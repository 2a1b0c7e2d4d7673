import { member, type Person } from '../support/actors.ts'
import { addFlag, addTool, addUpvote, type Flag, type Tool, type Upvote } from './rows.ts'

/** A person's history, for tests about stored data. */
interface Story {
  person: Person
  other: Person
  tool: Tool
  /** The person's recommendation, reported by the other and approved. */
  own: Upvote
  /** The other's recommendations: one reported by the person and rejected, one with an undecided report. */
  rejected: Upvote
  waiting: Upvote
  decided: Flag
  undecided: Flag
}

/** A person who recommended, reported and was reported. */
export async function tell(server: Parameters<typeof member>[0], admin: Person): Promise<Story> {
  const [person, other] = [await member(server), await member(server)]
  const [tool, second] = [await addTool(server.sql), await addTool(server.sql)]
  const own = await addUpvote(server.sql, tool, person)
  const rejected = await addUpvote(server.sql, tool, other)
  const waiting = await addUpvote(server.sql, second, other)
  await addFlag(server.sql, own, other)
  const decided = await addFlag(server.sql, rejected, person)
  const undecided = await addFlag(server.sql, waiting, person)
  await admin.client.from('tool_upvotes').update({ flag_status: 'approved' }).eq('id', own.id)
  await admin.client.from('upvote_flags').update({ status: 'rejected' }).eq('upvote_id', rejected.id)
  return { person, other, tool, own, rejected, waiting, decided, undecided }
}
