import { randomBytes } from 'node:crypto'
import { member, type Person } from './actors.ts'
import type { TestServer } from './test-server.ts'

/** Many cases and alerts at once, for browser tests of the inbox. */

/** So many reported recommendations, each of a tool of its own; `marker` is in the report, to search by. */
export async function flaggedMany(
  server: TestServer,
  marker: string,
  count: number,
  author: Person,
): Promise<void> {
  const reporter = await member(server)
  await server.sql`
    with tool as (
      insert into public.tools (name, slug, short_description, website_url)
      select ${`Tool ${marker} `} || n, ${`tool-${marker}-`} || n, 'For a test.', 'https://example.org'
      from generate_series(1, ${count}::integer) n returning id, name
    ), upvote as (
      insert into public.tool_upvotes (tool_id, user_id, reason)
      select id, ${author.id}, md5(name) || ' is what I would say about ' || name from tool returning id
    )
    insert into public.upvote_flags (upvote_id, flagged_by, reason)
    select id, ${reporter.id}, ${`Reported as ${marker}`} from upvote`
}

/** A tool that so many new members recommend at once, with nearly the same text. */
export async function burst(server: TestServer, count: number): Promise<{ name: string; members: Person[] }> {
  const name = `Burst ${randomBytes(4).toString('hex')}`
  const [tool] = await server.sql<{ id: string }[]>`
    insert into public.tools (name, slug, short_description, website_url)
    values (${name}, ${name.toLowerCase().replace(' ', '-')}, 'For a test.', 'https://example.org') returning id`
  const members: Person[] = []
  for (let n = 0; n < count; n++) {
    const person = await member(server)
    await server.sql`
      insert into public.tool_upvotes (tool_id, user_id, reason)
      values (${tool?.id ?? ''}, ${person.id}, ${`Simply the best tool of all, number ${n}`})`
    members.push(person)
  }
  return { name, members }
}
