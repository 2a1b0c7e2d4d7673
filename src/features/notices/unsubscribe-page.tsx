import { useMutation } from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'
import * as messages from '#messages/notice-mails.js'
import { unsubscribe } from '#messages/page-heads.js'
import { AccountCard } from '~/components/account-card'
import { Button } from '~/components/ui/button'
import { stopMutation } from './unsubscribe-data'

/** The address in the mails about notices: one click ends them, without signing in. */
export function UnsubscribePage({ member, token }: { member: string; token: string }) {
  const { mutate, isPending, data } = useMutation(stopMutation)
  // Opened without the link of an email, a button could only fail. The server renders one page for all links.
  const isLink = !useHydrated() || (member !== '' && token !== '')
  const outcome = isLink ? data : 'invalid'
  const isDone = outcome === 'stopped'
  const said = { stopped: messages.stoppedText, invalid: messages.badLink, failed: messages.notStopped }
  return (
    <AccountCard
      title={isDone ? messages.stopped : messages.stopTitle}
      subtitle={<span role="status">{outcome ? said[outcome] : unsubscribe.description}</span>}
    >
      {isLink && !isDone && (
        <Button size="lg" className="w-full" busy={isPending} onClick={() => mutate({ member, token })}>
          {messages.stop}
        </Button>
      )}
    </AccountCard>
  )
}
