import { Link } from '@tanstack/react-router'
import Link2Off from 'lucide-react/icons/link-2-off'
import MailCheck from 'lucide-react/icons/mail-check'
import { Button, buttonClass } from '~/components/ui/button'
import { LinkButton } from '~/components/ui/link-button'
import * as messages from '~/messages/en/account'
import { AccountCard } from './account-card'
import { type LinkType, resendMutation, signsIn } from './account-data'
import { EmailForm } from './email-form'
import { type MailedLink, useLinkRedemption } from './use-link-redemption'

type ConfirmPageProps = {
  link: MailedLink | null
  type: LinkType
  /** The result of the form without scripts. */
  status?: 'verified' | 'failed' | undefined
}

/**
 * The target of mailed links. With scripts the link is redeemed when the page opens; without them by a button in a
 * plain form, so that a mail scanner's fetch does not redeem it. `link` is null when the URL contains no link.
 */
export function ConfirmPage({ link, type, status }: ConfirmPageProps) {
  const { step, message, retry } = useLinkRedemption(link)
  if (status === 'verified') return <Verified />
  if (step === 'dead') return <DeadLink type={type} />
  if (step === 'refused') return <SignUpAgain reason={message} />
  if (step === 'unreachable') {
    return (
      <AccountCard focusHeading title={messages.almostThere} subtitle={message}>
        <Button size="lg" className="w-full" onClick={retry}>
          {messages.tryAgain}
        </Button>
      </AccountCard>
    )
  }
  return (
    <AccountCard
      title={signsIn(type) ? messages.checkingYourLink : messages.verifyingYourEmail}
      subtitle={messages.takesAMoment}
    >
      <div role="progressbar" aria-label={messages.checkingTheLink} className="skeleton h-2 w-full" />
      {link && (
        <noscript>
          <form method="post" action="/auth/confirm" className="mt-6">
            <input type="hidden" name="token_hash" value={link.tokenHash} />
            <input type="hidden" name="type" value={link.type} />
            {link.next && <input type="hidden" name="next" value={link.next} />}
            <Button type="submit" size="lg" className="w-full">
              {signsIn(type) ? messages.goOn : messages.verifyMyEmail}
            </Button>
          </form>
        </noscript>
      )}
    </AccountCard>
  )
}

function Verified() {
  return (
    <AccountCard icon={MailCheck} title={messages.emailVerified} subtitle={messages.emailIsVerified}>
      <LinkButton to="/login">{messages.goToLogin}</LinkButton>
    </AccountCard>
  )
}

/** Somebody else has taken the username since the sign-up. */
function SignUpAgain({ reason }: { reason: string }) {
  return (
    <AccountCard
      focusHeading
      icon={Link2Off}
      title={messages.pleaseSignUpAgain}
      subtitle={messages.signUpAgainBecause(reason)}
    >
      <Link to="/register" className={buttonClass({ size: 'lg', className: 'w-full' })}>
        {messages.signUp}
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
        title={messages.thisLinkNoLongerWorks}
        subtitle={messages.recoveryLinkDead}
      >
        <Link to="/forgot-password" className={buttonClass({ size: 'lg', className: 'w-full' })}>
          {messages.askForAnotherLink}
        </Link>
      </AccountCard>
    )
  }
  return (
    <AccountCard
      focusHeading
      icon={Link2Off}
      title={messages.thisLinkNoLongerWorks}
      subtitle={messages.verificationLinkDead}
      footer={
        <Link to="/login" className="link">
          {messages.goToLogin}
        </Link>
      }
    >
      <EmailForm label={messages.sendAnotherLink} mutation={resendMutation} done={messages.newLinkOnItsWay} />
    </AccountCard>
  )
}
