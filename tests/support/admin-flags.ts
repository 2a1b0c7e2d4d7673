import type { Page } from 'playwright/test'
import { member, type Person } from './actors.ts'
import { expect } from './e2e.ts'
import type { TestServer } from './test-server.ts'

/** Reported recommendations for browser tests of the administrators' queue, and locators of that page. */

export type Made = { id: string; tool: string; writer: string; reason: string; reporter: string }

/** A reported recommendation of a new tool. `marker` is in the report, to search by. */
export async function flagged(
  server: TestServer,
  marker: string,
  { reason = `Useful for ${marker}.`, author }: { reason?: string; author?: Person } = {},
): Promise<Made> {
  const [writer, reporter] = [author ?? (await member(server)), await member(server)]
  const unique = `${marker}-${reporter.username.slice(-6)}`
  const [row] = await server.sql<{ id: string }[]>`
    with tool as (
      insert into public.tools (name, slug, short_description, website_url)
      values (${`Tool ${unique}`}, ${`tool-${unique}`}, 'For a test.', 'https://example.org') returning id
    )
    insert into public.tool_upvotes (tool_id, user_id, reason) select id, ${writer.id}, ${reason} from tool returning id`
  const id = row?.id ?? ''
  await report(server, reporter, id, `Reported as ${marker}`)
  return {
    id,
    tool: `Tool ${unique}`,
    writer: `@${writer.username}`,
    reason,
    reporter: `@${reporter.username}`,
  }
}

/** Inserted into the database, because a second reporter cannot see a hidden recommendation. */
export async function report(
  { sql }: Pick<TestServer, 'sql'>,
  { id: reporterId }: Person,
  id: string,
  reason: string,
): Promise<void> {
  await sql`insert into public.upvote_flags (upvote_id, flagged_by, reason) values (${id}, ${reporterId}, ${reason})`
}

/** A unique name for one test's rows. */
let made = 0
export const marker = () => `mark${process.pid}x${made++}`

export async function open(page: Page, query: string, status = ''): Promise<void> {
  await page.goto(`/admin/flags?q=${query}${status && `&status=${status}`}`)
  await expect(page.getByRole('heading', { name: 'Flagged Content' })).toBeVisible()
}

export const card = (page: Page, { tool }: Made) => page.getByRole('article').filter({ hasText: tool })

/** Triggers the next refresh without waiting for it. */
export async function refresh(page: Page): Promise<void> {
  // A request sent from now on: the clock ticks as well, and one that was already sent may miss the latest change.
  const sent = page.waitForRequest(/rpc\/watch_flagged/)
  await page.clock.fastForward(10_000)
  await (await sent).response()
}
