import { Link } from '@tanstack/react-router'
import { getEnvironment } from '~/lib/environment'
import { loadAuthClient } from '~/lib/session-start'
import { AccountCard } from './account-card'
import { requestPasswordReset } from './account-data'
import { EmailForm } from './email-form'

/** Section 2, Forgot password. */
export function ForgotPasswordPage() {
  return (
    <AccountCard
      title="Reset Password"
      subtitle="Enter the address of your account and we will email you a link to set a new password."
      footer={
        <>
          Remembered it?{' '}
          <Link to="/login" className="link">
            Sign In
          </Link>
        </>
      }
    >
      <EmailForm
        label="Send Reset Instructions"
        send={async (email) =>
          requestPasswordReset(await loadAuthClient(), email, getEnvironment().publicUrl)
        }
        done="Password reset instructions have been sent to your email"
        failed="An error occurred while processing your request"
      />
    </AccountCard>
  )
}
