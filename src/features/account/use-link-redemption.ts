import type { Session } from '@supabase/auth-js'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { errorMessage, isUnreachable } from '~/lib/errors'
import { notify } from '~/lib/notify'
import { loadAuthClient, loadDetachedAuthClient, settledSession } from '~/lib/session-start'
import { adoptSession, type LinkType, redeemLink, refusalCode, signsIn } from './account-data'
import { safeNextPath } from './next-path'
import { takeOwnSignUp } from './own-sign-up'

/** What a mailed link's address says. */
export type MailedLink = { type: LinkType; tokenHash: string; next: string | undefined }

type State = { step: 'working' } | { step: 'dead' } | { step: 'refused' | 'unreachable'; message: string }

/**
 * Redeems a mailed link as its page opens and leads on: a recovery link to where the new password is set, a sign-in link
 * home, a verified address home where it was signed up with in this browser, and to /login in every other (the mailbox's
 * owner need not be who signed up). Stays with `dead` when the link is not good, with `refused` when the sign-up can no
 * longer become an account, with `unreachable` when the service could not be asked.
 */
export function useLinkRedemption(link: MailedLink | null) {
  const router = useRouter()
  const [state, setState] = useState<State>({ step: link ? 'working' : 'dead' })
  // A link works once: an effect that runs twice must not spend it and then report it as spent.
  const spent = useRef(false)

  async function redeem({ type, tokenHash, next }: MailedLink) {
    setState({ step: 'working' })
    try {
      if (signsIn(type)) {
        await redeemLink(await loadAuthClient(), type, tokenHash)
        const usual = type === 'recovery' ? '/reset-password' : '/'
        await router.navigate({ href: next ? safeNextPath(next) : usual, replace: true })
        return
      }
      const detached = await loadDetachedAuthClient()
      const { user, session } = await redeemLink(detached, type, tokenHash)
      const isSignedIn = (await settledSession()).status === 'signed-in'
      const isOwn = user !== null && takeOwnSignUp(user.id)
      const adopted = isOwn && session && !isSignedIn && (await adopt(session))
      if (!adopted) await detached.signOut({ scope: 'local' })
      if (adopted || isSignedIn) {
        notify.success('Your email address is verified.')
        await router.navigate({ to: '/', replace: true })
        return
      }
      await router.navigate({
        to: '/login',
        state: { email: user?.email, notice: 'verified' },
        replace: true,
      })
    } catch (error) {
      const message = errorMessage(error)
      if (isUnreachable(error)) setState({ step: 'unreachable', message })
      else
        setState(refusalCode(error) === 'validation_failed' ? { step: 'refused', message } : { step: 'dead' })
    }
  }

  /** The address is verified all the same: without a session the person signs in by hand. */
  const adopt = async (session: Session) =>
    adoptSession(await loadAuthClient(), session).then(
      () => true,
      () => false,
    )

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the link the page was opened with
  useEffect(() => {
    if (!link || spent.current) return
    spent.current = true
    redeem(link)
  }, [])

  return { state, retry: () => link && redeem(link) }
}
