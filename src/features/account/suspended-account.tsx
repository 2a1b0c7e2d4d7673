import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import UserX from 'lucide-react/icons/user-x'
import * as messages from '#messages/account.js'
import { accountDeleted } from '#messages/catalogue.js'
import { AccountCard } from '~/components/account-card'
import { FormAlert } from '~/components/form-alert'
import { Button, buttonClass } from '~/components/ui/button'
import { servesItsBackend } from '~/lib/environment'
import { inLanguage } from '~/lib/errors'
import { notify } from '~/lib/notify'
import { type Credentials, suspendedAccountCalls, suspendedQuery } from './own-account-data'
import { OwnAccountSection } from './own-account-section'

type SuspendedAccountProps = {
  credentials: Credentials
  /** The service's refusal, with the reason. */
  message: string
  onLeave: () => void
}

/**
 * What a suspended member gets instead of a session (decision 025): why, how to contact us, their data, and how to
 * delete the account. The credentials stay in memory while this is shown.
 */
export function SuspendedAccount({ credentials, message, onLeave }: SuspendedAccountProps) {
  const router = useRouter()
  const { data: account } = useQuery({ ...suspendedQuery(credentials), enabled: servesItsBackend() })
  const username = account?.username
  // After the heading's words; a hosted project's error gives no reason.
  const told = message.startsWith(messages.yourAccountIsSuspended)
    ? message.slice(messages.yourAccountIsSuspended.length).trim()
    : ''
  const reason = inLanguage(told, account?.reason && messages.suspendedBecause({ reason: account.reason }))
  return (
    <AccountCard
      focusHeading
      icon={UserX}
      title={messages.accountSuspended}
      subtitle={messages.suspendedMeans}
    >
      {reason && <FormAlert>{reason}</FormAlert>}
      <div className="mt-5 flex flex-wrap gap-2.5">
        <Link to="/terms" hash="contact" className={buttonClass({ size: 'lg' })}>
          {messages.contactUs}
        </Link>
        <Button variant="quiet" size="lg" onClick={onLeave}>
          {messages.otherAccount}
        </Button>
      </div>
      {username && (
        <OwnAccountSection
          username={username}
          calls={suspendedAccountCalls(credentials)}
          stacked
          onDeleted={async () => {
            await router.navigate({ to: '/', replace: true })
            notify.success(accountDeleted)
          }}
        />
      )}
    </AccountCard>
  )
}
