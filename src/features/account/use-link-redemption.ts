import type { Session } from '@supabase/auth-js'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import * as messages from '#messages/account.js'
import type { ConfirmOutcome } from '#shared/confirm-outcomes.ts'
import { isUnreachable } from '~/lib/errors'
import { notify } from '~/lib/notify'
import { loadAuthClient, settledSession } from '~/lib/session-start'
import { accountMessage, adoptSession, type LinkType, redeemLink, refusalCode, signsIn } from './account-data'
import { safeNextPath } from './next-path'
import { takeOwnSignUp } from './own-sign-up'

/** The parameters of a mailed link. */
export type MailedLink = { type: LinkType; tokenHash: string; next: string | undefined }

/**
 * Redeems a mailed link when its page opens, and redirects: a recovery link to the new password, a sign-in link home, a
 * verified address home in the browser that signed up and to /login in any other (the mailbox's owner may not be the
 * person who signed up). `next` stands for home. A verified account without a password is signed in, to set one. Stays
 * when the link leads to nothing, with the reason as `outcome`.
 */
export function useLinkRedemption(link: MailedLink | null) {
  const router = useRouter()
  const {
    mutate,
    error,
    data: result,
  } = useMutation({ mutationFn: redeem, gcTime: 0, meta: { inForm: true } })
  // A link works once: an effect that runs twice must not redeem it and then report it as used.
  const spent = useRef(false)

  async function redeem({ type, tokenHash, next }: MailedLink): Promise<'half' | 'changed' | undefined> {
    if (type === 'email_change') return confirmEmail(tokenHash)
    if (signsIn(type)) {
      await redeemLink(await loadAuthClient(), type, tokenHash)
      const usual = type === 'recovery' ? '/reset-password' : '/'
      await router.navigate({ href: next ? safeNextPath(next) : usual, replace: true })
      return
    }
    const detached = await createDetachedClient()
    const { user, session } = await redeemLink(detached, type, tokenHash)
    const isSignedIn = (await settledSession()).status === 'signed-in'
    if (session && !isSignedIn && user?.app_metadata.has_password === false) {
      await adoptSession(await loadAuthClient(), session)
      notify.success(messages.addressIsVerified)
      await router.navigate({ to: '/reset-password', replace: true })
      return
    }
    const isOwn = user !== null && takeOwnSignUp(user.id)
    const adopted = isOwn && session && !isSignedIn && (await adopt(session))
    if (!adopted) await detached.signOut({ scope: 'local' })
    if (adopted || isSignedIn) {
      notify.success(messages.addressIsVerified)
      await router.navigate({ href: safeNextPath(next), replace: true })
      return
    }
    await router.navigate({
      to: '/login',
      state: { email: user?.email, next, notice: 'verified' },
      replace: true,
    })
  }

  /** The first of two links gives no session; the second one's is not needed. */
  async function confirmEmail(tokenHash: string) {
    const detached = await createDetachedClient()
    const { session } = await redeemLink(detached, 'email_change', tokenHash)
    if (!session) return 'half'
    await detached.signOut({ scope: 'local' })
    return 'changed'
  }

  /** The address is verified anyway: without a session the person signs in by hand. */
  const adopt = async (session: Session) =>
    adoptSession(await loadAuthClient(), session).then(
      () => true,
      () => false,
    )

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the link in the URL
  useEffect(() => {
    if (!link || spent.current) return
    spent.current = true
    mutate(link)
  }, [])

  return {
    outcome: result ?? outcomeOf(link, error),
    message: accountMessage(error),
    retry: () => link && mutate(link),
  }
}

/** Whether the same call may succeed later: no response, a server error, or too many calls. */
function mayWorkLater(error: unknown): boolean {
  if (isUnreachable(error)) return true
  const status = error instanceof Error && 'status' in error ? error.status : undefined
  return typeof status === 'number' && (status === 429 || status >= 500)
}

/** `working` until it is known. */
function outcomeOf(link: MailedLink | null, error: Error | null): ConfirmOutcome | 'working' {
  if (link && !error) return 'working'
  if (mayWorkLater(error)) return 'later'
  return OUTCOMES[refusalCode(error) ?? ''] ?? 'dead'
}

const OUTCOMES: Record<string, ConfirmOutcome> = {
  username_taken: 'taken',
  validation_failed: 'taken',
  signup_disabled: 'closed',
  user_banned: 'suspended',
  email_exists: 'in-use',
}

/** A client for one call, whose session is neither stored nor shared with this page. */
async function createDetachedClient() {
  const { createAuthClient } = await import('~/lib/auth-client')
  return createAuthClient({ keep: false })
}
