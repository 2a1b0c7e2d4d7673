import { movedTo } from '../seo/answer.ts'

/** The canonical form of a page's path: lower case. */

/** A path that no page has. */
const NO_PAGE = '/-/not-found'

/** The longest path of a page has 213 characters: a slug and what is before it. */
const LONGEST = 1000

/**
 * A path no page can have (two slashes at its beginning, a backslash, NUL, invalid UTF-8, thousands of letters) is
 * rendered as the not-found page: the router would take the first for another host and fail on the others.
 */
export function withValidPath(request: Request): Request {
  const { pathname, origin } = new URL(request.url)
  return isValid(pathname)
    ? request
    : new Request(new URL(NO_PAGE, origin), { method: request.method, headers: [...request.headers] })
}

/**
 * Redirects a path with capitals, percent-encoded letters or trailing slashes to its canonical form; undefined when it
 * is canonical. The router treats all forms as one page, and every cache would store each of them.
 */
export function toPlainPath(request: Request): Response | undefined {
  const { pathname, search } = new URL(request.url)
  // File names of a build contain capitals, and are not pages.
  if (!isValid(pathname) || pathname.startsWith('/assets/')) return undefined
  const plain = pathname
    .replace(/%([0-9a-f]{2})/gi, (percents, hex) => {
      const letter = String.fromCharCode(Number.parseInt(hex, 16))
      return /[\w.~-]/.test(letter) ? letter : percents
    })
    .replace(/%..|[A-Z]/g, (part) => (part.startsWith('%') ? part : part.toLowerCase()))
    .replace(/(.)\/+$/, '$1')
  return plain === pathname ? undefined : movedTo(plain + search)
}

function isValid(pathname: string): boolean {
  if (pathname.length > LONGEST || /^\/[/\\]|\\|%5c|%00/i.test(pathname)) return false
  try {
    decodeURIComponent(pathname)
    return true
  } catch {
    return false
  }
}
