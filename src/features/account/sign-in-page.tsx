import { Link } from '@tanstack/react-router'
import { FormAlert } from '~/components/form-alert'
import { AccountCard } from './account-card'
import { SignInForm } from './sign-in-form'
import { useLocationState } from './use-location-state'
import { useRedirectSignedIn } from './use-redirect-signed-in'

const NOTICES = {
  verified: 'Your email address is verified. You can sign in now.',
  reset: 'Your password is changed. Sign in with the new one.',
}

/** Section 2, Sign in. */
export function SignInPage() {
  const { email, from, notice } = useLocationState()
  useRedirectSignedIn()
  return (
    <AccountCard
      title="Welcome Back"
      subtitle="Sign in to your account"
      footer={
        <>
          Don't have an account?{' '}
          <Link to="/register" state={{ from }} className="link">
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
      <SignInForm key={email} email={email} from={from} />
    </AccountCard>
  )
}
