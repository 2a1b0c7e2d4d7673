import { createFileRoute, Link } from '@tanstack/react-router'
import * as messages from '#messages/account.js'
import * as common from '#messages/common.js'
import * as heads from '#messages/page-heads.js'
import { AccountCard } from '~/components/account-card'
import { requestResetMutation } from '~/features/account/account-data'
import { EmailForm } from '~/features/account/email-form'
import { loadedPage } from '~/lib/loaded-page'
import { loadedHead } from '~/lib/seo'

export const Route = createFileRoute('/forgot-password')({
  loader: ({ context: { site } }) => loadedPage(site, heads.forgotPassword, '/forgot-password', false),
  head: loadedHead,
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
            {common.signIn}
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
