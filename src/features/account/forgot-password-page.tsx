import { Link } from '@tanstack/react-router'
import { getEnvironment } from '~/lib/environment'
import { loadAuthClient } from '~/lib/session-start'
import * as messages from '~/messages/en/account'
import { AccountCard } from './account-card'
import { requestPasswordReset } from './account-data'
import { EmailForm } from './email-form'

/** Section 2, Forgot password. */
export function ForgotPasswordPage() {
  return (
    <AccountCard
      title={messages.resetPassword}
      subtitle={messages.enterAddress}
      footer={
        <>
          {messages.rememberedIt}{' '}
          <Link to="/login" className="link">
            {messages.signIn}
          </Link>
        </>
      }
    >
      <EmailForm
        label={messages.sendResetInstructions}
        send={async (email) =>
          requestPasswordReset(await loadAuthClient(), email, getEnvironment().publicUrl)
        }
        done={messages.resetInstructionsSent}
        failed={messages.resetRequestFailed}
      />
    </AccountCard>
  )
}
