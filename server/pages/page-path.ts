import { movedTo } from '../seo/answer.ts'

/** How the path of a page may be spelled. Every path of ours is in small letters. */

/** A path no page has. */
const NO_PAGE = '/-/not-found'

/**
 * An address no page can have (two slashes at its beginning, a backslash, NUL, bytes that are no UTF-8) is rendered as
 * the not-found page: the router would take the first for another host and stumble over the others.
 */
export function withSoundPath(request: Request): Request {
  const { pathname, origin } = new URL(request.url)
  return isSound(pathname)
    ? request
    : new Request(new URL(NO_PAGE, origin), { method: request.method, headers: [...request.headers] })
}

/**
 * Leads to the page whose path this is when it is spelled otherwise: with capitals, letters in percents, or slashes at its
 * end. The router reads all of them as one page, which would be as many in every memory on the way. Else undefined.
 */
export function toPlainPath(request: Request): Response | undefined {
  const { pathname, search } = new URL(request.url)
  // What a build names is no page, and spelled with capitals.
  if (!isSound(pathname) || pathname.startsWith('/assets/')) return undefined
  const plain = pathname
    .replace(/%([0-9a-f]{2})/gi, (percents, hex) => {
      const letter = String.fromCharCode(Number.parseInt(hex, 16))
      return /[\w.~-]/.test(letter) ? letter : percents
    })
    .replace(/%..|[A-Z]/g, (part) => (part.startsWith('%') ? part : part.toLowerCase()))
    .replace(/(.)\/+$/, '$1')
  return plain === pathname ? undefined : movedTo(plain + search)
}

function isSound(pathname: string): boolean {
  if (/^\/[/\\]|\\|%5c|%00/i.test(pathname)) return false
  try {
    decodeURIComponent(pathname)
    return true
  } catch {
    return false
  }
}
