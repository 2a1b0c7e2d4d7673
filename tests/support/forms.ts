import type { UserEvent } from '@testing-library/user-event'
import type { Database } from '../../src/database.types.ts'
import { answer, type Page, signInAsAdministrator } from './render-site.tsx'

/** A tool and three categories for component tests of the tool form. */

export type ToolCall = Database['public']['Functions']['save_tool']['Args']

export const storedTool = {
  id: 't1',
  name: 'Whisper',
  slug: 'whisper',
  logo: null,
  short_description: 'As it was.',
  website_url: 'https://example.org/',
  featured: false,
  ...{ pricing: null, open_source: null, license: null, repository_url: null },
  ...{ platforms: [], long_description: null },
  updated_at: 'earlier',
}

export const CATEGORIES = ['Coding', 'Music', 'Video'].map((name) => ({ id: name.toLowerCase(), name }))

/** Answers the form's reads, for an administrator; returns the saves it sends. */
export function serveTool(): ToolCall[] {
  const saved: ToolCall[] = []
  signInAsAdministrator()
  answer('tools', () => [storedTool])
  answer('tool_categories', () => [{ category_id: 'music', categories: CATEGORIES[1] }])
  answer('categories', () => CATEGORIES)
  answer('rpc/list_admin_tools', () => [])
  answer('POST rpc/save_tool', (call) => {
    saved.push(asToolCall(call))
    return 't1'
  })
  return saved
}

function asToolCall(call: Record<string, unknown>): ToolCall {
  const { name, slug, short_description, website_url } = call
  return {
    ...call,
    ...{ name: String(name), slug: String(slug) },
    ...{ short_description: String(short_description), website_url: String(website_url) },
  }
}

/** Fills in the required fields of a tool. */
export async function fillTool(page: Page, user: UserEvent): Promise<void> {
  for (const [label, text] of [
    ['Name', 'Made here'],
    ['Slug', 'made-here'],
    ['Description', 'Made in the form.'],
    ['Website URL', 'https://example.org/made'],
  ] as const)
    await fill(user, await page.findByLabelText(label), text)
}

/** Replaces the value of a field in one event: single keystrokes take seconds in jsdom. */
export async function fill(user: UserEvent, field: Element, text: string): Promise<void> {
  await user.clear(field)
  await user.click(field)
  if (text) await user.paste(text)
}
