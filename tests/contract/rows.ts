import { randomBytes } from 'node:crypto'
import type postgres from 'postgres'
import type { Database } from '../../src/database.types.ts'

/** Rows for tests, inserted by the owner of the database. */

type Tables = Database['public']['Tables']
export type Category = Tables['categories']['Row']
export type Tool = Tables['tools']['Row']
export type Upvote = Tables['tool_upvotes']['Row']
export type Flag = Tables['upvote_flags']['Row']

const unique = () => randomBytes(5).toString('hex')

export async function addCategory(
  sql: postgres.ISql,
  wanted: Partial<Tables['categories']['Insert']> = {},
): Promise<Category> {
  const slug = `category-${unique()}`
  const row = { name: `Category ${slug}`, slug, ...wanted }
  return first(await sql<Category[]>`insert into public.categories ${sql(row)} returning *`)
}

/** `categories` in the order chosen, the first one primary. */
export async function addTool(
  sql: postgres.ISql,
  wanted: Partial<Tables['tools']['Insert']> = {},
  categories: Category[] = [],
): Promise<Tool> {
  const slug = `tool-${unique()}`
  const row = {
    name: `Tool ${slug}`,
    slug,
    short_description: 'Does one thing well.',
    website_url: 'https://example.org',
    category_id: categories[0]?.id ?? null,
    ...wanted,
  }
  const tool = first(await sql<Tool[]>`insert into public.tools ${sql(row)} returning *`)
  for (const category of categories.slice(1))
    await sql`insert into public.tool_categories (tool_id, category_id) values (${tool.id}, ${category.id})`
  return tool
}

export async function addUpvote(sql: postgres.ISql, tool: Tool, writer: { id: string }): Promise<Upvote> {
  return first(
    await sql<Upvote[]>`
      insert into public.tool_upvotes (tool_id, user_id, reason)
      values (${tool.id}, ${writer.id}, 'It saves me an hour a day.') returning *`,
  )
}

/** Also if it is hidden already, as when several report it at once. */
export async function addFlag(
  sql: postgres.ISql,
  upvote: { id: string },
  reporter: { id: string },
  reason = 'It reads like an advertisement.',
): Promise<Flag> {
  return first(
    await sql<Flag[]>`
      insert into public.upvote_flags (upvote_id, flagged_by, reason)
      values (${upvote.id}, ${reporter.id}, ${reason}) returning *`,
  )
}

/** In milliseconds. */
export const DAY = 24 * 60 * 60 * 1000
export const daysAgo = (days: number) => new Date(Date.now() - days * DAY)

export function first<T>(rows: readonly T[]): T {
  const [row] = rows
  if (row === undefined) throw new Error('a row was expected')
  return row
}

/** With every character that is special in HTML, XML or scripts. */
export const ODD_TEXT = `Tools & "Toys" <b>'x'</b> </script><script>alert(1)</script>  🎨 日本`
