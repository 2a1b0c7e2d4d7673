/** A path of this site: one slash, then no second slash or backslash, which browsers read as another host. */
const LOCAL_PATH = /^\/(?![/\\])/

/**
 * Where to lead someone after signing in: `next` when it is a path of this site, else the home page.
 * Browsers drop tabs and line breaks inside an address, so a path holding control characters is not one.
 */
export function safeNextPath(next: unknown): string {
  return typeof next === 'string' && LOCAL_PATH.test(next) && !hasControlCharacter(next) ? next : '/'
}

function hasControlCharacter(text: string): boolean {
  return [...text].some((character) => character.charCodeAt(0) < 0x20)
}
