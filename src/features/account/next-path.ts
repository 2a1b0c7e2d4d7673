/** A path of this site: one slash, not followed by a slash or backslash, which browsers read as another host. */
const LOCAL_PATH = /^\/(?![/\\])/

/**
 * The target after signing in: `next` if it is a path of this site, else the home page. A path with control characters
 * is rejected, because browsers drop tabs and line breaks.
 */
export function safeNextPath(next: unknown): string {
  return typeof next === 'string' && LOCAL_PATH.test(next) && !hasControlCharacter(next) ? next : '/'
}

function hasControlCharacter(text: string): boolean {
  return [...text].some((character) => character.charCodeAt(0) < 0x20)
}
