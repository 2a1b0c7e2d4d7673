import { Link } from '@tanstack/react-router'
import { AccountCard } from './account-card'
import { SignUpForm } from './sign-up-form'
import { useLocationState } from './use-location-state'
import { useRedirectSignedIn } from './use-redirect-signed-in'

/** Section 2, Registration. */
export function SignUpPage() {
  const { from } = useLocationState()
  useRedirectSignedIn()
  return (
    <AccountCard
      title="Create an Account"
      subtitle="Join to discover and save AI tools"
      footer={
        <>
          Already have an account?{' '}
          <Link to="/login" state={{ from }} className="link">
            Sign In
          </Link>
        </>
      }
    >
      <p className="-mt-6 mb-6 text-ink-soft">Recommend the tools you use, in your own words.</p>
      <SignUpForm />
      <p className="mt-5 text-[13px] text-ink-faint">
        By signing up you confirm that you are at least 18 and accept the{' '}
        <Link to="/terms" className="link">
          Terms
        </Link>{' '}
        and the{' '}
        <Link to="/privacy" className="link">
          Privacy Policy
        </Link>
        .
      </p>
    </AccountCard>
  )
}
