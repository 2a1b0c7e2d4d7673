/**
 * Remembers in this browser which sign-up was typed in it. A link followed here within half an hour signs in;
 * a link of anybody else's sign-up never is in this list, so it lets nobody in. No password and no secret is kept.
 */

const KEY = 'own-sign-up'
const KEPT_MS = 30 * 60_000

export function rememberSignUp(id: string): void {
  attempt(() => localStorage.setItem(KEY, JSON.stringify({ id, until: Date.now() + KEPT_MS })))
}

/** Whether the account was signed up for in this browser a short while ago. Answers once: the link works once. */
export function takeOwnSignUp(id: string): boolean {
  return (
    attempt(() => {
      const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
      if (typeof kept !== 'object' || kept === null || !('id' in kept) || kept.id !== id) return false
      localStorage.removeItem(KEY)
      return 'until' in kept && typeof kept.until === 'number' && Date.now() < kept.until
    }) ?? false
  )
}

/** Browsers that keep no storage throw, and a value in it may be anybody's: without it the person signs in by hand. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
