import type { AuthResponse, GoTrueClient, Session } from '@supabase/auth-js'
import { asOwnChoice } from '~/lib/session-store'
import type { SignInValues, SignUpValues } from './account-schemas'

/**
 * The calls of section 7 about one's account. Each takes the sign-in client first and throws the service's error,
 * whose message is shown as it is.
 */

export async function signIn(auth: GoTrueClient, { email, password }: SignInValues): Promise<void> {
  const { error } = await auth.signInWithPassword({ email, password })
  if (error) throw error
}

/**
 * Signs up; the profile is made from the metadata once the link of the mail that follows is opened. Returns the id the
 * account will have.
 */
export async function signUp(auth: GoTrueClient, values: SignUpValues): Promise<string | undefined> {
  const { email, password, fullName, username } = values
  const { data, error } = await auth.signUp({
    email,
    password,
    options: { data: { full_name: fullName, username } },
  })
  if (error) throw error
  return data.user?.id
}

/** Sends the verification mail again. Whether the address has an account is not told. */
export async function resendVerification(auth: GoTrueClient, email: string): Promise<void> {
  const { error } = await auth.resend({ type: 'signup', email })
  if (error) throw error
}

/** Sends the mail that leads to /reset-password. Whether the address has an account is not told. */
export async function requestPasswordReset(
  auth: GoTrueClient,
  email: string,
  publicUrl: string,
): Promise<void> {
  const { error } = await auth.resetPasswordForEmail(email, { redirectTo: `${publicUrl}/reset-password` })
  if (error) throw error
}

/**
 * Sets a new password for the person a recovery link let in, then ends every session of the account, this one too.
 * The password stands even if ending the sessions fails; `onSet` hears of it before the first session ends.
 */
export async function setNewPassword(auth: GoTrueClient, password: string, onSet: () => void): Promise<void> {
  const { error } = await auth.updateUser({ password })
  if (error) throw error
  onSet()
  await asOwnChoice(async () => {
    const { error: stillOpen } = await auth.signOut({ scope: 'global' })
    if (stillOpen) await auth.signOut({ scope: 'local' })
  })
}

/** What a mailed link can be for. */
export type LinkType = 'signup' | 'email' | 'recovery' | 'magiclink'

/** Whether a link lets its holder in: to set a new password, or because that is what it was asked for. */
export function signsIn(type: LinkType): boolean {
  return type === 'recovery' || type === 'magiclink'
}

/** Redeems a mailed link: whose account it is of, and the session it gave. */
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

/** The sign-in service's word for why it refused, such as `email_not_confirmed` or `user_banned`. */
export function refusalCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
