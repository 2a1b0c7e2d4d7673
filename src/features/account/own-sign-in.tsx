import type { User } from '@supabase/auth-js'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as messages from '#messages/account.js'
import * as common from '#messages/common.js'
import { Button } from '~/components/ui/button'
import { Fact } from '~/components/ui/fact'
import { notify } from '~/lib/notify'
import { accountMessage } from './account-data'
import { ChangeEmailDialog } from './change-email-dialog'
import { ChangePasswordDialog } from './change-password-dialog'
import { accountQuery, changeEmailMutation } from './own-sign-in-data'

/** What the person signs in with, as facts of the profile: address and password, each with a way to change it. */
export function OwnSignIn({ user }: { user: User }) {
  const { data: account = user } = useQuery(accountQuery(user.id))
  const [changing, setChanging] = useState<'email' | 'password' | null>(null)
  const email = account.email ?? ''
  const close = () => setChanging(null)
  return (
    <>
      <Fact name={common.email}>
        <p>{email}</p>
        {account.new_email && <PendingEmail userId={user.id} email={email} newEmail={account.new_email} />}
        <Button variant="quiet" size="sm" className="mt-2 flex" onClick={() => setChanging('email')}>
          {messages.changeEmail}
        </Button>
      </Fact>
      <Fact name={messages.password}>
        <Button variant="quiet" size="sm" className="mt-1 flex" onClick={() => setChanging('password')}>
          {messages.changePassword}
        </Button>
      </Fact>
      {changing === 'email' && <ChangeEmailDialog userId={user.id} email={email} onClose={close} />}
      {changing === 'password' && <ChangePasswordDialog email={email} onClose={close} />}
    </>
  )
}

/** A change that waits for both addresses, and how to withdraw it. */
function PendingEmail({ userId, email, newEmail }: { userId: string; email: string; newEmail: string }) {
  const { mutate, isPending } = useMutation({
    ...changeEmailMutation(userId),
    onError: (error) => notify.error(accountMessage(error)),
  })
  return (
    <div className="mt-2 rounded-control border border-line bg-surface px-3 py-2.5 text-[13px] text-ink-soft leading-5">
      <p>{messages.emailPending({ newEmail })}</p>
      <button type="button" className="link target mt-1" disabled={isPending} onClick={() => mutate(email)}>
        {isPending ? messages.cancelling : messages.cancelChange}
      </button>
    </div>
  )
}
