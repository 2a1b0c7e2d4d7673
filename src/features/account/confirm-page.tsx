import { Link } from '@tanstack/react-router'
import Link2Off from 'lucide-react/icons/link-2-off'
import MailCheck from 'lucide-react/icons/mail-check'
import { Button, buttonClass } from '~/components/ui/button'
import { LinkButton } from '~/components/ui/link-button'
import { loadAuthClient } from '~/lib/session-start'
import { AccountCard } from './account-card'
import { type LinkType, resendVerification, signsIn } from './account-data'
import { EmailForm } from './email-form'
import { type MailedLink, useLinkRedemption } from './use-link-redemption'

type ConfirmPageProps = {
  link: MailedLink | null
  type: LinkType
  /** What came of the plain form. */
  status?: 'verified' | 'failed' | undefined
}

/**
 * Where mailed links lead. Script redeems the link as the page opens; without script a button in a plain form does, so
 * that a mail scanner's fetch never spends it. `link` is null when the address names no link.
 */
export function ConfirmPage({ link, type, status }: ConfirmPageProps) {
  const { state, retry } = useLinkRedemption(link)
  if (status === 'verified') return <Verified />
  if (state.step === 'dead') return <DeadLink type={type} />
  if (state.step === 'refused') return <SignUpAgain reason={state.message} />
  if (state.step === 'unreachable') {
    return (
      <AccountCard focusHeading title="Almost there" subtitle={state.message}>
        <Button size="lg" className="w-full" onClick={retry}>
          Try again
        </Button>
      </AccountCard>
    )
  }
  return (
    <AccountCard
      title={signsIn(type) ? 'Checking your link' : 'Verifying your email'}
      subtitle="This takes a moment, then you are led on."
    >
      <div role="progressbar" aria-label="Checking the link" className="skeleton h-2 w-full" />
      {link && (
        <noscript>
          <form method="post" action="/auth/confirm" className="mt-6">
            <input type="hidden" name="token_hash" value={link.tokenHash} />
            <input type="hidden" name="type" value={link.type} />
            {link.next && <input type="hidden" name="next" value={link.next} />}
            <Button type="submit" size="lg" className="w-full">
              {signsIn(type) ? 'Continue' : 'Verify my email'}
            </Button>
          </form>
        </noscript>
      )}
    </AccountCard>
  )
}

function Verified() {
  return (
    <AccountCard
      icon={MailCheck}
      title="Email verified"
      subtitle="Your email address is verified. You can sign in now."
    >
      <LinkButton to="/login">Go to Login</LinkButton>
    </AccountCard>
  )
}

/** The sign-up waited for so long that its username was taken meanwhile. */
function SignUpAgain({ reason }: { reason: string }) {
  return (
    <AccountCard
      focusHeading
      icon={Link2Off}
      title="Please sign up again"
      subtitle={`${reason}. A username is kept for a day; please sign up again with another.`}
    >
      <Link to="/register" className={buttonClass({ size: 'lg', className: 'w-full' })}>
        Sign Up
      </Link>
    </AccountCard>
  )
}

function DeadLink({ type }: { type: LinkType }) {
  if (type === 'recovery') {
    return (
      <AccountCard
        focusHeading
        icon={Link2Off}
        title="This link no longer works"
        subtitle="It has expired, was used already, or is not complete. Each link resets a password once."
      >
        <Link to="/forgot-password" className={buttonClass({ size: 'lg', className: 'w-full' })}>
          Ask for another link
        </Link>
      </AccountCard>
    )
  }
  return (
    <AccountCard
      focusHeading
      icon={Link2Off}
      title="This link no longer works"
      subtitle="It has expired, was used already, or is not complete. If your address is verified already, just sign in; if not, we can send you another link."
      footer={
        <Link to="/login" className="link">
          Go to Login
        </Link>
      }
    >
      <EmailForm
        label="Send another link"
        send={async (email) => resendVerification(await loadAuthClient(), email)}
        done="If this address is waiting to be verified, a new link is on its way."
      />
    </AccountCard>
  )
}
