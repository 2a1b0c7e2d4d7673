import type { ISql } from 'postgres'
import { first, type Tool } from './rows.ts'

/** A claim that was proved, by the owner of the database; returns its id. */
export async function proveClaim(
  sql: ISql,
  tool: Pick<Tool, 'id' | 'website_url'>,
  maker: { id: string },
): Promise<string> {
  const { id } = first(
    await sql<{ id: string }[]>`
      insert into private.claims (tool_id, member_id, method, host)
      values (${tool.id}, ${maker.id}, 'tag', private.host_of(${tool.website_url})) returning id`,
  )
  await sql`update private.claims set state = 'proved', proved_at = now() where id = ${id}`
  return id
}
