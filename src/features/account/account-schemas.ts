import * as z from 'zod/mini'
import * as messages from '#messages/account.js'
import { fullName, PASSWORD_MAX_BYTES, PASSWORD_MIN, username } from '#shared/person-rules.ts'

/**
 * The rules of section 5 for account data, with the messages shown at the fields. Forms and tests use these; the
 * database and the authentication service have the same limits.
 */

/** The length of a password in bytes: letters outside ASCII and emoji take two to four each. */
export function countBytes(text: string): number {
  return new TextEncoder().encode(text).length
}

const email = z.string().check(z.trim(), z.email(messages.invalidEmail))

const newPassword = z.string().check(
  z.minLength(PASSWORD_MIN, messages.passwordTooShort),
  z.refine((value) => countBytes(value) <= PASSWORD_MAX_BYTES, {
    error: ({ input }) => tooManyBytes(input),
  }),
)

export const signInSchema = z.object({
  email,
  password: z.string().check(z.minLength(1, messages.passwordRequired)),
})

export const signUpSchema = z.object({ fullName, username, email, password: newPassword })

export const emailSchema = z.object({ email })

/** `asksCurrent`: the current password is required too. */
export const resetPasswordSchema = (asksCurrent: boolean) =>
  z
    .object({
      currentPassword: asksCurrent
        ? z.string().check(z.minLength(1, messages.currentPasswordRequired))
        : z.optional(z.string()),
      password: newPassword,
      confirmation: z.string(),
    })
    .check(
      z.refine(({ password, confirmation }) => password === confirmation, {
        error: messages.passwordsDiffer,
        path: ['confirmation'],
      }),
    )

export type SignInValues = z.infer<typeof signInSchema>
export type SignUpValues = z.infer<typeof signUpSchema>
export type EmailValues = z.infer<typeof emailSchema>
export type ResetPasswordValues = z.infer<ReturnType<typeof resetPasswordSchema>>

function tooManyBytes(input: unknown): string {
  const bytes = typeof input === 'string' ? countBytes(input) : 0
  return messages.passwordTooLong({ bytes, limit: PASSWORD_MAX_BYTES })
}
