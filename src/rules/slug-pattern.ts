/** The format of a slug (section 5). A separate file: the only part of the catalogue's rules in the first load. */
export const SLUG_PATTERN = /^[a-z0-9-]+$/
