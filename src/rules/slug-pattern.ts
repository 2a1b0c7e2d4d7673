/** What a slug is made of (section 5). A file of its own: it is all of the catalogue's rules that a first visit needs. */
export const SLUG_PATTERN = /^[a-z0-9-]+$/
