import * as z from 'zod/mini'
import { keep, readKept } from '~/lib/kept'

/**
 * Remembers in this browser which sign-ups were typed in it. A mailed link followed here within half an hour signs in;
 * links of other sign-ups do not. Stores no password or secret.
 */

const KEY = 'own-sign-up'
const KEPT_MS = 30 * 60_000

const keptSchema = z.object({ id: z.string(), until: z.number() })

export const rememberSignUp = (id: string) => keep(KEY, { id, until: Date.now() + KEPT_MS })

/** Whether the account was signed up for in this browser recently. Answers once, because the link works once. */
export function takeOwnSignUp(id: string): boolean {
  const kept = readKept(KEY, (kept) => keptSchema.parse(kept))
  if (kept?.id !== id) return false
  keep(KEY, undefined)
  return Date.now() < kept.until
}
