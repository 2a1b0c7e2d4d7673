import { createFileRoute } from '@tanstack/react-router'
import MailCheck from 'lucide-react/icons/mail-check'
import * as messages from '#messages/account.js'
import * as heads from '#messages/page-heads.js'
import { AccountCard } from '~/components/account-card'
import { LinkButton } from '~/components/ui/link-button'
import { ResendVerification } from '~/features/account/resend-verification'
import { useLocationState } from '~/features/account/use-location-state'
import { loadedPage } from '~/lib/loaded-page'
import { loadedHead } from '~/lib/seo'

export const Route = createFileRoute('/verify-email')({
  loader: ({ context: { site } }) => loadedPage(site, heads.verifyEmail, '/verify-email', false),
  head: loadedHead,
  component: VerifyEmailPage,
})

/** Section 2, Verify e-mail: shown after sign up. */
function VerifyEmailPage() {
  const { email, next } = useLocationState()
  return (
    <AccountCard
      icon={MailCheck}
      title={messages.checkYourEmail}
      subtitle={email ? messages.linkSentTo({ email }) : messages.linkSent}
    >
      <div className="grid gap-3 text-ink-soft">
        <p>{messages.openToVerify}</p>
        <p>{messages.noEmailYet}</p>
      </div>
      <LinkButton to="/login" email={email} next={next} className="mt-7">
        {messages.goToLogin}
      </LinkButton>
      {email && (
        <div className="mt-5">
          <ResendVerification email={email} />
        </div>
      )}
    </AccountCard>
  )
}
