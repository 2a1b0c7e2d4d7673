import * as z from 'zod/mini'
import * as messages from '#messages/rules.js'
import { requiredText } from './hidden-character-rules.ts'

/* Names and passwords of a person (section 5): the same rules wherever they are entered; the database has those of names too. */

export const PASSWORD_MIN = 6
/** bcrypt ignores further bytes; longer passwords would be truncated silently. */
export const PASSWORD_MAX_BYTES = 72

export const fullName = requiredText('line', { name: messages.fullName, limit: 200 })

/** The format of a username; one message at a time, the simplest first. Whether it is free needs a lookup. */
export const username = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: messages.required({ name: messages.username }), abort: true }),
    z.minLength(3, { error: messages.usernameTooShort, abort: true }),
    z.regex(/^[A-Za-z0-9_-]{3,30}$/, messages.usernamePattern),
  )

/** The first problem of a username, or null. Section 5, "Username (shared by sign-up and profile)". */
export function findUsernameMistake(value: string): string | null {
  return z.safeParse(username, value).error?.issues[0]?.message ?? null
}
