import { Link } from '@tanstack/react-router'
import * as messages from '~/messages/en/account'
import { AccountCard } from './account-card'
import { requestResetMutation } from './account-data'
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
        mutation={requestResetMutation}
        done={messages.resetInstructionsSent}
      />
    </AccountCard>
  )
}
