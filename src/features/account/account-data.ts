import type { AuthResponse, GoTrueClient, Session } from '@supabase/auth-js'
import { mutationOptions } from '@tanstack/react-query'
import { getEnvironment } from '~/lib/environment'
import { errorMessage, logError } from '~/lib/errors'
import { notify } from '~/lib/notify'
import { loadAuthClient } from '~/lib/session-start'
import { asOwnChoice } from '~/lib/session-store'
import * as messages from '~/messages/en/account'
import type { SignInValues, SignUpValues } from './account-schemas'

/** The calls of section 7 about one's account. Each throws the service's error, whose message is shown as it is. */

const NO_MAIL = 'No mail was sent'

/** As a mutation: a refusal is said in a toast, in the words of the service, and logged as `failed`. */
function accountMutation<Values, Result>(
  call: (auth: GoTrueClient, values: Values) => Promise<Result>,
  failed: string,
  fallback?: string,
) {
  return mutationOptions({
    mutationFn: async (values: Values) => call(await loadAuthClient(), values),
    // A password is kept no longer than its form.
    gcTime: 0,
    meta: { inForm: true },
    onError: (error) => {
      notify.error(errorMessage(error, fallback))
      logError(failed, error)
    },
  })
}

/** `from`: the page before, for what is done once they are signed in. */
type SignIn = SignInValues & { from?: string | undefined }

export const signInMutation = accountMutation(async (auth, { email, password }: SignIn) => {
  const { error } = await auth.signInWithPassword({ email, password })
  if (error) throw error
}, 'Nobody was signed in')

/**
 * Signs up; the profile is made from the metadata once the link of the mail that follows is opened. Returns the id the
 * account will have.
 */
export const signUpMutation = accountMutation(async (auth, values: SignUpValues) => {
  const { email, password, fullName, username } = values
  const { data, error } = await auth.signUp({
    email,
    password,
    options: { data: { full_name: fullName, username } },
  })
  if (error) throw error
  return data.user?.id ?? null
}, 'The account was not made')

/** Sends the verification mail again. The answer does not show whether the address has an account. */
export const resendMutation = accountMutation(async (auth, email: string) => {
  const { error } = await auth.resend({ type: 'signup', email })
  if (error) throw error
}, NO_MAIL)

/** Sends the mail that leads to /reset-password. The answer does not show whether the address has an account. */
export const requestResetMutation = accountMutation(
  async (auth, email: string) => {
    const redirectTo = `${getEnvironment().publicUrl}/reset-password`
    const { error } = await auth.resetPasswordForEmail(email, { redirectTo })
    if (error) throw error
  },
  NO_MAIL,
  messages.resetRequestFailed,
)

/**
 * Sets a new password for the person a recovery link let in, then ends every session of the account, this one too.
 * The password stands even if ending the sessions fails; `onSet` hears of it before the first session ends.
 */
export const resetPasswordMutation = accountMutation(
  async (auth, { password, onSet }: { password: string; onSet: () => void }) => {
    const { error } = await auth.updateUser({ password })
    if (error) throw error
    onSet()
    await asOwnChoice(async () => {
      const { error: stillOpen } = await auth.signOut({ scope: 'global' })
      if (stillOpen) await auth.signOut({ scope: 'local' })
    })
  },
  'The password was not reset',
  messages.resetFailed,
)

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
