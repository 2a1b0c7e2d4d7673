/**
 * Remembers in this browser which sign-ups were typed in it. A mailed link followed here within half an hour signs in;
 * links of other sign-ups do not. Stores no password or secret.
 */

const KEY = 'own-sign-up'
const KEPT_MS = 30 * 60_000

export function rememberSignUp(id: string): void {
  attempt(() => localStorage.setItem(KEY, JSON.stringify({ id, until: Date.now() + KEPT_MS })))
}

/** Whether the account was signed up for in this browser recently. Answers once, because the link works once. */
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

/** Storage may be blocked, or hold a foreign value: the person then signs in by hand. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
