import { Link } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import { buttonClass } from '~/components/ui/button'
import { AccountCard } from './account-card'
import { ResendVerification } from './resend-verification'
import { useKnownEmail } from './use-known-email'

/** Section 2, Verify e-mail: shown after sign up. */
export function VerifyEmailPage() {
  const email = useKnownEmail()
  return (
    <AccountCard
      title="Check your e-mail"
      subtitle={email ? `A verification link was sent to ${email}.` : 'A verification link was sent to you.'}
    >
      <ul className="grid gap-3 text-ink-soft">
        <li className="flex gap-3">
          <MailCheck aria-hidden="true" className="mt-1 size-4 shrink-0 text-accent" />
          <span>Open the link to verify your account. You can sign in only once it is verified.</span>
        </li>
        <li className="flex gap-3">
          <span aria-hidden="true" className="mt-1 size-4 shrink-0" />
          <span>Nothing there after a few minutes? Please check your spam folder.</span>
        </li>
      </ul>
      <Link to="/login" state={{ email }} className={buttonClass({ size: 'lg', className: 'mt-7 w-full' })}>
        Go to Login
      </Link>
      {email && (
        <div className="mt-5">
          <ResendVerification email={email} />
        </div>
      )}
    </AccountCard>
  )
}
