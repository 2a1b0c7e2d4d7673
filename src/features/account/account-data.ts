import type { AuthResponse, GoTrueClient, Session } from '@supabase/auth-js'
import { mutationOptions } from '@tanstack/react-query'
import { refusals, resetFailed, resetRequestFailed, yourAccountIsSuspended } from '#messages/account.js'
import { usernameTaken } from '#messages/form.js'
import { code } from '#messages/language.js'
import { tooManyRequests } from '#messages/limits.js'
import { getEnvironment } from '~/lib/environment'
import { errorMessage, logError } from '~/lib/errors'
import { notify } from '~/lib/notify'
import { loadAuthClient } from '~/lib/session-start'
import { asOwnChoice } from '~/lib/session-store'
import type { SignInValues, SignUpValues } from './account-schemas'

/** The account calls of section 7. A failure shows the service's message in a toast (section 8), is logged and rethrown. */

/** By the service's error code, for pages in other languages. */
export const REFUSALS: Partial<Record<string, string>> = {
  ...refusals,
  user_banned: yourAccountIsSuspended,
  username_taken: usernameTaken,
  over_request_rate_limit: tooManyRequests,
}

/** What a page of the account says about a failed call. */
export const accountMessage = (error: unknown, fallback?: string) =>
  errorMessage(error, fallback, REFUSALS[refusalCode(error) ?? ''])

/** The service's error code of a refusal, such as `email_not_confirmed` or `user_banned`. */
export function refusalCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

const NO_MAIL = 'No mail was sent'

/** `failed` is for the log, `fallback` for people when the service says nothing. */
function accountMutation<Values, Result>(
  call: (auth: GoTrueClient, values: Values) => Promise<Result>,
  failed: string,
  fallback?: string,
) {
  return mutationOptions({
    mutationFn: async (values: Values) => call(await loadAuthClient(), values),
    // A password is not kept beyond its form.
    gcTime: 0,
    meta: { inForm: true },
    onMutate: notify.clearFailure,
    onError: (error) => {
      logError(failed, error)
      if (isAtField(error)) return
      // A suspended member gets a page that says why, so the toast may go.
      const show = refusalCode(error) === 'user_banned' ? notify.error : notify.failure
      show(accountMessage(error, fallback))
    },
  })
}

/** Whether the form shows this refusal at its field, as it does its own errors. */
export const isAtField = (error: unknown) => isUsernameTaken(error) || isAboutCurrentPassword(error)

export const isUsernameTaken = (error: unknown) => refusalCode(error) === 'username_taken'

export const isAboutCurrentPassword = (error: unknown) =>
  refusalCode(error)?.startsWith('current_password') ?? false

/** The fields that a refusal is about, or may be. */
const AT_FAULT: Record<string, readonly string[]> = {
  invalid_credentials: ['email', 'password'],
  email_not_confirmed: ['email'],
  signup_disabled: ['email'],
  email_address_not_authorized: ['email'],
  weak_password: ['password'],
  same_password: ['password'],
}

/** The error of a field that the last attempt's refusal marks: it has no text, because the toast has it. */
export const markRefused = (error: unknown, field: string): '' | undefined =>
  AT_FAULT[refusalCode(error) ?? '']?.includes(field) ? '' : undefined

/** `from`: the previous page, for what happens after signing in. */
type SignIn = SignInValues & { from?: string | undefined }

export const signInMutation = accountMutation(async (auth, { email, password }: SignIn) => {
  const { error } = await auth.signInWithPassword({ email, password })
  if (error) throw error
}, 'Nobody was signed in')

/** `next`: where the mailed link leads, if not home. */
type SignUp = SignUpValues & { next?: string | undefined }

/**
 * Signs up; the profile is created from the metadata when the mailed link is followed. Returns the future account's id.
 */
export const signUpMutation = accountMutation(async (auth, values: SignUp) => {
  const { email, password, fullName, username, next } = values
  const { data, error } = await auth.signUp({
    email,
    password,
    options: {
      data: { full_name: fullName, username, language: code },
      ...(next && { emailRedirectTo: getEnvironment().publicUrl + next }),
    },
  })
  if (error) throw error
  return data.user?.id ?? null
}, 'The account was not made')

/** Resends the verification mail. The response does not reveal whether the address has an account. */
export const resendMutation = accountMutation(async (auth, email: string) => {
  const { error } = await auth.resend({ type: 'signup', email })
  if (error) throw error
}, NO_MAIL)

/** Sends the mail that leads to /reset-password. The response does not reveal whether the address has an account. */
export const requestResetMutation = accountMutation(
  async (auth, email: string) => {
    const redirectTo = `${getEnvironment().publicUrl}/reset-password`
    const { error } = await auth.resetPasswordForEmail(email, { redirectTo })
    if (error) throw error
  },
  NO_MAIL,
  resetRequestFailed,
)

/** Sessions this young may set a password by themselves. */
const FRESH_MS = 15 * 60_000

/**
 * Whether the service will ask for the current password: the person signed in with it a while ago. Any other session
 * that needs it learns so from the refusal.
 */
export function asksCurrentPassword(session: Session | null): boolean {
  const { amr } = Object(session && readClaims(session.access_token))
  const { method, timestamp } = Object(Array.isArray(amr) ? amr[0] : undefined)
  return method === 'password' && Date.now() - Number(timestamp) * 1000 > FRESH_MS
}

function readClaims(token: string): unknown {
  try {
    return JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return undefined
  }
}

type NewPassword = { password: string; currentPassword?: string | undefined }

/**
 * Sets a new password with a recovery session, then ends every session of the account, including this one. The password
 * is set even if ending the sessions fails; `onSet` runs before the first session ends.
 */
export const resetPasswordMutation = accountMutation(
  async (auth, { password, currentPassword, onSet }: NewPassword & { onSet: () => void }) => {
    const { error } = await auth.updateUser({
      password,
      ...(currentPassword && { current_password: currentPassword }),
    })
    if (error) throw error
    onSet()
    await asOwnChoice(async () => {
      const { error: stillOpen } = await auth.signOut({ scope: 'global' })
      if (stillOpen) await auth.signOut({ scope: 'local' })
    })
  },
  'The password was not reset',
  resetFailed,
)

/** The types of mailed links. */
export type LinkType = 'signup' | 'email' | 'recovery' | 'magiclink' | 'email_change'

/** Whether a link signs its holder in: to set a new password, or because a sign-in link was requested. */
export function signsIn(type: LinkType): boolean {
  return type === 'recovery' || type === 'magiclink'
}

/** Redeems a mailed link; returns the account and its session. */
export async function redeemLink(
  auth: GoTrueClient,
  type: LinkType,
  tokenHash: string,
): Promise<AuthResponse['data']> {
  const { data, error } = await auth.verifyOtp({ type, token_hash: tokenHash })
  if (error) throw error
  return data
}

/** Signs the person of this session in on this page. */
export async function adoptSession(auth: GoTrueClient, session: Session): Promise<void> {
  const { error } = await auth.setSession(session)
  if (error) throw error
}
