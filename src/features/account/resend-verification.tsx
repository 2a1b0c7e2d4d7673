import { useMutation } from '@tanstack/react-query'
import * as messages from '#messages/account.js'
import * as common from '#messages/common.js'
import { Button } from '~/components/ui/button'
import { resendMutation } from './account-data'

/** Resends the verification email to an address and says when that is done. */
export function ResendVerification({ email }: { email: string }) {
  const { mutate, isPending, isSuccess } = useMutation(resendMutation)
  return (
    <div>
      <Button variant="quiet" size="sm" busy={isPending} onClick={() => mutate(email)}>
        {isPending ? common.sending : messages.resendVerification}
      </Button>
      <p role="status" className="mt-2 text-[13px] text-ink-soft empty:hidden">
        {isSuccess && messages.newLinkOnItsWayTo({ email })}
      </p>
    </div>
  )
}
