import { randomBytes } from 'node:crypto'
import type { Locator, Page } from 'playwright/test'
import type { TestServer } from './test-server.ts'

/** Rows for tests of the administrators' forms, and locators of those forms. */

export const unique = (what: string) => `${what}-${randomBytes(4).toString('hex')}`

type ToolRow = { id: string; name: string; slug: string }

/** A tool with new categories of these names, the first one primary. */
export async function addTool(
  { sql }: TestServer,
  { categories = [], logo = null }: { categories?: string[]; logo?: string | null } = {},
): Promise<ToolRow> {
  const slug = unique('tool')
  const name = `Tool ${slug}`
  const [tool] = await sql<ToolRow[]>`
    insert into public.tools (name, slug, short_description, website_url, logo)
    values (${name}, ${slug}, 'Does one thing well.', 'https://example.org/', ${logo}) returning id, name, slug`
  if (!tool) throw new Error('the tool was not added')
  for (const category of categories) {
    const { id } = await addCategory({ sql }, category)
    await sql`insert into public.tool_categories (tool_id, category_id) values (${tool.id}, ${id})`
  }
  return tool
}

export async function addCategory(
  { sql }: Pick<TestServer, 'sql'>,
  name: string,
): Promise<{ id: string; name: string; slug: string }> {
  const [category] = await sql<{ id: string; name: string; slug: string }[]>`
    insert into public.categories (name, slug, description) values (${name}, ${unique('category')}, 'As it was.')
    returning id, name, slug`
  if (!category) throw new Error('the category was not added')
  return category
}

/** A stored tool, its categories by name in their order; undefined if it does not exist. */
export async function storedTool({ sql }: TestServer, slug: string) {
  const [tool] = await sql<
    {
      id: string
      name: string
      slug: string
      logo: string | null
      short_description: string
      website_url: string
      featured: boolean
      primary: string | null
      categories: string[]
    }[]
  >`
    select t.id, t.name, t.slug, t.logo, t.short_description, t.website_url, t.featured, p.name as primary,
      array(select c.name from public.tool_categories tc join public.categories c on c.id = tc.category_id
        where tc.tool_id = t.id order by tc.position) as categories
    from public.tools t left join public.categories p on p.id = t.category_id where t.slug = ${slug}`
  return tool
}

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
export const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true })
export const option = (page: Page, name: string) => page.getByRole('option', { name, exact: true })

/** Fills in everything a new tool needs; returns its unique slug. */
export async function fillTool(page: Page): Promise<string> {
  const slug = unique('made')
  await field(page, 'Name').fill(slug)
  await field(page, 'Description').fill('Made in the form.')
  await field(page, 'Website URL').fill('https://example.org/made')
  return slug
}

/** The chosen categories, in the order shown. */
export const chosen = (page: Page) =>
  page
    .getByRole('button', { name: /^Remove (?!logo)/ })
    .evaluateAll((buttons) => buttons.map((one) => one.getAttribute('aria-label')?.replace('Remove ', '')))
