import MailCheck from 'lucide-react/icons/mail-check'
import { LinkButton } from '~/components/ui/link-button'
import { AccountCard } from './account-card'
import { ResendVerification } from './resend-verification'
import { useLocationState } from './use-location-state'

/** Section 2, Verify e-mail: shown after sign up. */
export function VerifyEmailPage() {
  const { email } = useLocationState()
  return (
    <AccountCard
      icon={MailCheck}
      title="Check your email"
      subtitle={email ? `A verification link was sent to ${email}.` : 'A verification link was sent to you.'}
    >
      <div className="grid gap-3 text-ink-soft">
        <p>Open it to verify your account. You can sign in only once the account is verified.</p>
        <p>No email after a few minutes? Please check your spam folder too.</p>
      </div>
      <LinkButton to="/login" email={email} className="mt-7">
        Go to Login
      </LinkButton>
      {email && (
        <div className="mt-5">
          <ResendVerification email={email} />
        </div>
      )}
    </AccountCard>
  )
}
