import MailCheck from 'lucide-react/icons/mail-check'
import { LinkButton } from '~/components/ui/link-button'
import * as messages from '~/messages/en/account'
import { AccountCard } from './account-card'
import { ResendVerification } from './resend-verification'
import { useLocationState } from './use-location-state'

/** Section 2, Verify e-mail: shown after sign up. */
export function VerifyEmailPage() {
  const { email, next } = useLocationState()
  return (
    <AccountCard
      icon={MailCheck}
      title={messages.checkYourEmail}
      subtitle={email ? messages.linkSentTo(email) : messages.linkSent}
    >
      <div className="grid gap-3 text-ink-soft">
        <p>{messages.openToVerify}</p>
        <p>{messages.noEmailYet}</p>
      </div>
      <LinkButton to="/login" email={email} next={next} className="mt-7">
        {messages.goToLogin}
      </LinkButton>
      {email && (
        <div className="mt-5">
          <ResendVerification email={email} />
        </div>
      )}
    </AccountCard>
  )
}
