/** The format of a slug (section 5). A separate file: the only part of the catalogue's rules in the first load. */
export const SLUG_PATTERN = /^[a-z0-9-]+$/

/** A tool's; a category's is shorter. */
const LONGEST_SLUG = 200

/** Whether a text of a URL can be a slug. What cannot is not looked up. */
export const isSlug = (text: string): boolean => text.length <= LONGEST_SLUG && SLUG_PATTERN.test(text)
