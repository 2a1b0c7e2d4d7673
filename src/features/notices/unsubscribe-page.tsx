import { useMutation } from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'
import * as messages from '#messages/notice-mails.js'
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
    <div className="wrap grid justify-items-center pt-16 pb-20">
      <div className="card grid w-full max-w-[460px] gap-4 p-8">
        <h1 className="display text-[32px]">{isDone ? messages.stopped : messages.stopTitle}</h1>
        <p role="status" className="text-ink-soft">
          {outcome ? said[outcome] : messages.stopText}
        </p>
        {isLink && !isDone && (
          <Button size="lg" busy={isPending} onClick={() => mutate({ member, token })}>
            {messages.stop}
          </Button>
        )}
      </div>
    </div>
  )
}
