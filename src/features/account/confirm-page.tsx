import { Link } from '@tanstack/react-router'
import Link2Off from 'lucide-react/icons/link-2-off'
import MailCheck from 'lucide-react/icons/mail-check'
import { Button, buttonClass } from '~/components/ui/button'
import { LinkButton } from '~/components/ui/link-button'
import { useSession } from '~/lib/session'
import * as messages from '~/messages/en/account'
import { AccountCard } from './account-card'
import { type LinkType, resendMutation, signsIn } from './account-data'
import { EmailForm } from './email-form'
import { type MailedLink, useLinkRedemption } from './use-link-redemption'

type ConfirmPageProps = {
  link: MailedLink | null
  type: LinkType
  /** The result of the form without scripts. */
  status?: 'verified' | 'half' | 'changed' | 'failed' | undefined
}

const SIGNING_IN = { title: messages.checkingYourLink, button: messages.goOn }
const VERIFYING = { title: messages.verifyingYourEmail, button: messages.verifyMyEmail }
const CONFIRMING = { title: messages.confirmingYourEmail, button: messages.confirmChange }

/**
 * The target of mailed links. With scripts the link is redeemed when the page opens; without them by a button in a
 * plain form, so that a mail scanner's fetch does not redeem it. `link` is null when the URL contains no link.
 */
export function ConfirmPage({ link, type, status }: ConfirmPageProps) {
  const { step, message, retry } = useLinkRedemption(link)
  const outcome = status ?? step
  if (outcome === 'verified') return <Verified />
  if (outcome === 'half' || outcome === 'changed') return <EmailChange isDone={outcome === 'changed'} />
  if (step === 'dead') return <DeadLink type={type} />
  if (step === 'suspended' || step === 'taken')
    return <Refused isSuspended={step === 'suspended'} reason={message} />
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
  const words = signsIn(type) ? SIGNING_IN : type === 'email_change' ? CONFIRMING : VERIFYING
  return (
    <AccountCard title={words.title} subtitle={messages.takesAMoment}>
      <div role="progressbar" aria-label={messages.checkingTheLink} className="skeleton h-2 w-full" />
      {link && (
        <noscript>
          <form method="post" action="/auth/confirm" className="mt-6">
            <input type="hidden" name="token_hash" value={link.tokenHash} />
            <input type="hidden" name="type" value={link.type} />
            {link.next && <input type="hidden" name="next" value={link.next} />}
            <Button type="submit" size="lg" className="w-full">
              {words.button}
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

/** After a link of a change of address: of the first of two, or of the second. */
function EmailChange({ isDone }: { isDone: boolean }) {
  const { status } = useSession()
  if (!isDone)
    return (
      <AccountCard
        focusHeading
        icon={MailCheck}
        title={messages.oneAddressConfirmed}
        subtitle={messages.openOtherLink}
      >
        <LinkButton to="/">{messages.browseTools}</LinkButton>
      </AccountCard>
    )
  return (
    <AccountCard
      focusHeading
      icon={MailCheck}
      title={messages.emailChanged}
      subtitle={messages.signInWithNewEmail}
    >
      {status === 'signed-in' ? <ProfileLink /> : <LinkButton to="/login">{messages.goToLogin}</LinkButton>}
    </AccountCard>
  )
}

function ProfileLink() {
  return (
    <Link to="/profile" className={buttonClass({ size: 'lg', className: 'w-full' })}>
      {messages.goToProfile}
    </Link>
  )
}

/** A valid link that cannot be used: the member is suspended, or another account has the address. */
function Refused({ isSuspended, reason }: { isSuspended: boolean; reason: string }) {
  return (
    <AccountCard
      focusHeading
      icon={Link2Off}
      title={isSuspended ? messages.accountSuspended : messages.linkRefused}
      subtitle={isSuspended ? messages.suspendedSeeWhy : reason}
    >
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
  if (type === 'email_change') {
    return (
      <AccountCard
        focusHeading
        icon={Link2Off}
        title={messages.thisLinkNoLongerWorks}
        subtitle={messages.emailChangeLinkDead}
      >
        <ProfileLink />
      </AccountCard>
    )
  }
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
