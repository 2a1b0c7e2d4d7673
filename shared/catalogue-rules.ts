import { hasHiddenCharacters } from './hidden-character-rules.ts'

/**
 * The rules of section 5 for tools and categories, shared by forms and import; contract tests compare the database's.
 */

/** The longest URL in code points. The lengths of texts are declared with their fields (tool-fields.ts). */
export const LONGEST_ADDRESS = 2048

/** A number of a fact that the database keeps as it is. */
export const isFactNumber = (text: string) =>
  /^-?\d{1,16}(\.\d{1,6})?$/.test(text) && Math.abs(Number(text)) <= 1e15

/** Largest file of a logo: exactly 2 MB (section 5). */
export const MAX_LOGO_BYTES = 2 * 1024 * 1024

/** Length of a text in code points, as the database counts, so that an emoji counts once. */
export function lengthOf(text: string): number {
  return [...text].length
}

/**
 * Makes a slug from a name: lower case, every run of characters other than letters a-z and digits becomes one hyphen,
 * no hyphen at either end. The result is empty for a name without any of them.
 */
export function slugify(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/**
 * A web URL with a host, without white space, hidden characters and a user name that could pose as the host: what
 * tools_website_url_valid allows.
 */
export function isWebAddress(value: string): boolean {
  return (
    lengthOf(value) <= LONGEST_ADDRESS &&
    URL.canParse(value) &&
    !hasHiddenCharacters(value, 'line') &&
    /^https?:\/\/(\[[0-9a-f:.]+\]|[^\s/?#@:\\<>"^`{|}%[\]]+)(:\d{1,5})?([/?#]\S*)?$/i.test(value)
  )
}
