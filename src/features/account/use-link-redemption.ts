import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { loadAuthClient, loadDetachedAuthClient } from '~/lib/auth-client'
import { errorMessage, isUnreachable } from '~/lib/error-message'
import { safeNextPath } from '~/lib/next-path'
import { notify } from '~/lib/notify'
import { settledSession } from '~/lib/session-start'
import { type LinkType, redeemLink, signsIn } from './account-data'

/** What a mailed link's address says. */
export type MailedLink = { type: LinkType; tokenHash: string; next: string | undefined }

type State = { step: 'working' } | { step: 'dead' } | { step: 'unreachable'; message: string }

/**
 * Redeems a mailed link as its page opens and leads on: a verified address to /login (or home, for someone signed in),
 * a recovery link to where the new password is set, a sign-in link home. Stays with `dead` when the service refuses the link, with
 * `unreachable` when it could not be asked.
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
      const email = await redeemLink(await loadDetachedAuthClient(), type, tokenHash)
      if ((await settledSession()).status === 'signed-in') {
        notify.success('Your e-mail address is verified.')
        await router.navigate({ to: '/', replace: true })
        return
      }
      await router.navigate({ to: '/login', state: { email, notice: 'verified' }, replace: true })
    } catch (error) {
      setState(
        isUnreachable(error) ? { step: 'unreachable', message: errorMessage(error) } : { step: 'dead' },
      )
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the link the page was opened with
  useEffect(() => {
    if (!link || spent.current) return
    spent.current = true
    redeem(link)
  }, [])

  return { state, retry: () => link && redeem(link) }
}
