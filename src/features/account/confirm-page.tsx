import { Link } from '@tanstack/react-router'
import Link2Off from 'lucide-react/icons/link-2-off'
import MailCheck from 'lucide-react/icons/mail-check'
import type { ReactNode } from 'react'
import * as messages from '#messages/account.js'
import * as common from '#messages/common.js'
import { usernameTaken } from '#messages/form.js'
import { type ConfirmOutcome, keepsLink } from '#shared/confirm-outcomes.ts'
import { AccountCard } from '~/components/account-card'
import { Button, buttonClass } from '~/components/ui/button'
import { LinkButton } from '~/components/ui/link-button'
import { basePath } from '~/lib/environment'
import { useSession } from '~/lib/session'
import { useSite } from '~/lib/site-data'
import { type LinkType, resendMutation } from './account-data'
import { ConfirmForm } from './confirm-form'
import { EmailForm } from './email-form'
import { safeNextPath } from './next-path'
import { type MailedLink, useLinkRedemption } from './use-link-redemption'

type ConfirmPageProps = {
  link: MailedLink | null
  type: LinkType
  next?: string | undefined
  /** The result of the form without scripts. */
  status?: ConfirmOutcome | undefined
}

/**
 * The target of mailed links. With scripts the link is redeemed when the page opens; without them by a plain form, so
 * that a mail scanner's fetch does not redeem it. `link` is null when the URL contains no link.
 */
export function ConfirmPage({ link, type, next, status }: ConfirmPageProps) {
  const { outcome, message, retry } = useLinkRedemption(link)
  if (status && !keepsLink(status)) return <Outcome outcome={status} type={type} next={next} />
  if (outcome === 'later')
    return (
      <AccountCard focusHeading title={messages.almostThere} subtitle={message}>
        <Button size="lg" className="w-full" onClick={retry}>
          {common.tryAgain}
        </Button>
      </AccountCard>
    )
  if (outcome !== 'working') return <Outcome outcome={outcome} type={type} reason={message} />
  return (
    <>
      <div className="noscript:hidden">
        <AccountCard title={TITLES[type] ?? messages.checkingYourLink} subtitle={messages.takesAMoment}>
          <div role="progressbar" aria-label={messages.checkingTheLink} className="skeleton h-2 w-full" />
        </AccountCard>
      </div>
      {link && (
        <noscript>
          <ConfirmForm link={link} status={status} />
        </noscript>
      )}
    </>
  )
}

const TITLES: Partial<Record<LinkType, string>> = {
  signup: messages.verifyingYourEmail,
  email: messages.verifyingYourEmail,
  email_change: messages.confirmingYourEmail,
}

type OutcomeProps = {
  outcome: ConfirmOutcome
  type: LinkType
  next?: string | undefined
  /** The service's own words. */
  reason?: string
}

/** What came of a link that is used up, or leads to nothing. */
function Outcome({ outcome, type, next, reason }: OutcomeProps) {
  switch (outcome) {
    case 'verified':
      return (
        <AccountCard icon={MailCheck} title={messages.emailVerified} subtitle={messages.emailIsVerified}>
          <GoOn next={next} />
        </AccountCard>
      )
    case 'choose':
      return (
        <AccountCard icon={MailCheck} title={messages.emailVerified} subtitle={messages.choosePassword}>
          <AskForLink />
        </AccountCard>
      )
    case 'half':
    case 'changed':
      return <EmailChange isDone={outcome === 'changed'} />
    case 'reset':
      return (
        <AccountCard
          icon={MailCheck}
          title={messages.passwordReset}
          subtitle={messages.passwordChangedSignIn}
        >
          <GoOn next={next} />
        </AccountCard>
      )
    case 'taken':
      return (
        <DeadEnd
          title={messages.pleaseSignUpAgain}
          subtitle={messages.signUpAgainBecause({ reason: reason ?? usernameTaken })}
        >
          <WideLink to="/register">{common.signUp}</WideLink>
        </DeadEnd>
      )
    case 'closed':
      return (
        <DeadEnd title={messages.signUpIsClosed} subtitle={reason ?? messages.noNewAccounts}>
          <BrowseLink />
        </DeadEnd>
      )
    case 'suspended':
      return (
        <DeadEnd title={messages.accountSuspended} subtitle={messages.suspendedSeeWhy}>
          <LinkButton to="/login">{messages.goToLogin}</LinkButton>
        </DeadEnd>
      )
    case 'in-use':
      return (
        <DeadEnd title={messages.linkRefused} subtitle={reason ?? messages.addressInUse}>
          <LinkButton to="/login">{messages.goToLogin}</LinkButton>
        </DeadEnd>
      )
    default:
      return <DeadLink type={type} />
  }
}

/** To sign in, and to where the link leads besides. */
function GoOn({ next }: { next: string | undefined }) {
  const path = safeNextPath(next)
  return (
    <>
      <LinkButton to="/login">{messages.goToLogin}</LinkButton>
      {path !== '/' && path !== '/reset-password' && (
        <a href={basePath() + path} className="link target mt-4 text-sm">
          {common.goOn}
        </a>
      )}
    </>
  )
}

const BrowseLink = () => <LinkButton to="/">{common.browseItems(useSite())}</LinkButton>

function DeadEnd(card: { title: string; subtitle: string; children: ReactNode; footer?: ReactNode }) {
  return <AccountCard focusHeading icon={Link2Off} {...card} />
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
        <BrowseLink />
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

const ProfileLink = () => <WideLink to="/profile">{messages.goToProfile}</WideLink>
const AskForLink = () => <WideLink to="/forgot-password">{messages.askForAnotherLink}</WideLink>

type WideLinkProps = { to: '/register' | '/profile' | '/forgot-password'; children: string }

function WideLink(props: WideLinkProps) {
  return <Link {...props} className={buttonClass({ size: 'lg', className: 'w-full' })} />
}

function DeadLink({ type }: { type: LinkType }) {
  if (type === 'email_change') {
    return (
      <DeadEnd title={messages.thisLinkNoLongerWorks} subtitle={messages.emailChangeLinkDead}>
        <ProfileLink />
      </DeadEnd>
    )
  }
  if (type === 'recovery')
    return (
      <DeadEnd title={messages.thisLinkNoLongerWorks} subtitle={messages.recoveryLinkDead}>
        <AskForLink />
      </DeadEnd>
    )
  return (
    <DeadEnd
      title={messages.thisLinkNoLongerWorks}
      subtitle={messages.verificationLinkDead}
      footer={
        <Link to="/login" className="link">
          {messages.goToLogin}
        </Link>
      }
    >
      <EmailForm label={messages.sendAnotherLink} mutation={resendMutation} done={messages.newLinkOnItsWay} />
    </DeadEnd>
  )
}
