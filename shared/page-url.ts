/**
 * The URL of a page, below the URL of the site in a language: without a slash at the end of a further language's home,
 * whose address it would redirect from.
 */
export const urlOfPage = (siteUrl: string, path: string): string =>
  siteUrl + path.replace(/^\/(?=[?#]|$)/, () => (new URL(siteUrl).pathname === '/' ? '/' : ''))
