import { createFileRoute, Link } from '@tanstack/react-router'
import * as messages from '#messages/account.js'
import * as heads from '#messages/heads.js'
import { AccountCard } from '~/features/account/account-card'
import { requestResetMutation } from '~/features/account/account-data'
import { EmailForm } from '~/features/account/email-form'
import { pageHead } from '~/lib/seo'

export const Route = createFileRoute('/forgot-password')({
  head: ({ match: { context } }) =>
    pageHead(context.site, {
      ...heads.forgotPassword,
      path: '/forgot-password',
      index: false,
    }),
  component: ForgotPasswordPage,
})

/** Section 2, Forgot password. */
function ForgotPasswordPage() {
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
