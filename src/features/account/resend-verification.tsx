import { useState } from 'react'
import { Button } from '~/components/ui/button'
import { errorMessage } from '~/lib/errors'
import { notify } from '~/lib/notify'
import { loadAuthClient } from '~/lib/session-start'
import * as messages from '~/messages/en/account'
import { resendVerification } from './account-data'

/** Sends the verification email to an address once more, and says what came of it. */
export function ResendVerification({ email }: { email: string }) {
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle')

  async function resend() {
    setState('sending')
    try {
      await resendVerification(await loadAuthClient(), email)
      setState('sent')
    } catch (error) {
      setState('idle')
      notify.error(errorMessage(error))
    }
  }

  return (
    <div>
      <Button variant="quiet" size="sm" busy={state === 'sending'} onClick={resend}>
        {state === 'sending' ? messages.sending : messages.resendVerification}
      </Button>
      <p role="status" className="mt-2 text-[13px] text-ink-soft empty:hidden">
        {state === 'sent' && messages.newLinkOnItsWayTo(email)}
      </p>
    </div>
  )
}
