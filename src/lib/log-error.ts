/** Writes to the browser's console what section 2 and 8 of the specification want logged. No tokens, no addresses. */
export function logError(what: string, reason: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the one place that logs in the browser.
  console.error(what, reason)
}
