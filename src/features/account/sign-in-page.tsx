import { Link } from '@tanstack/react-router'
import { FormAlert } from '~/components/form-alert'
import { AccountCard } from './account-card'
import type { SignInNotice } from './account-search'
import { SignInForm } from './sign-in-form'
import { useKnownEmail } from './use-known-email'
import { useLeadOn } from './use-lead-on'

const NOTICES: Record<SignInNotice, string> = {
  verified: 'Your e-mail address is verified. You can sign in now.',
  reset: 'Your password is changed. Sign in with the new one.',
}

/** Section 2, Sign in. `next` is where to lead afterwards. */
export function SignInPage({
  next,
  notice,
}: {
  next?: string | undefined
  notice?: SignInNotice | undefined
}) {
  const email = useKnownEmail()
  useLeadOn(next)
  return (
    <AccountCard
      title="Welcome Back"
      subtitle="Sign in to your account"
      footer={
        <>
          Don't have an account?{' '}
          <Link to="/register" search={{ next }} className="link">
            Sign Up
          </Link>
        </>
      }
    >
      {notice && (
        <div className="mb-5">
          <FormAlert tone="good">{NOTICES[notice]}</FormAlert>
        </div>
      )}
      <SignInForm key={email} email={email} />
    </AccountCard>
  )
}
