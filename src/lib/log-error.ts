import { getServerContext } from './environment'

/**
 * Writes to the browser's console what section 2 and 8 of the specification want logged, on the server to its log. No
 * tokens, no addresses.
 */
export function logError(what: string, reason: unknown): void {
  if (import.meta.env.SSR) getServerContext().report(what, reason)
  // biome-ignore lint/suspicious/noConsole: the one place that logs in the browser.
  else console.error(what, reason)
}
