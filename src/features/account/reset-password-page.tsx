import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as messages from '#messages/account.js'
import { AccountCard } from '~/components/account-card'
import { FormAlert } from '~/components/form-alert'
import { buttonClass } from '~/components/ui/button'
import { notify } from '~/lib/notify'
import { useSession } from '~/lib/session'
import { getCurrentSession } from '~/lib/session-store'
import { asksCurrentPassword, isAboutCurrentPassword, resetPasswordMutation } from './account-data'
import { NewPasswordForm } from './new-password-form'

/**
 * Section 2, Reset password: reachable by everybody, with a form for a session of a recovery link or a sign-in. Others
 * are told how to get a link. A session that ends meanwhile leaves the form, and what was typed.
 */
export function ResetPasswordPage() {
  const { status, user } = useSession()
  const [isOpen, setOpen] = useState(false)
  const [finished, setFinished] = useState(false)
  if (status === 'signed-in' && !isOpen) setOpen(true)
  return (
    <AccountCard
      title={messages.setNewPassword}
      subtitle={user ? messages.forAddress({ email: user.email ?? '' }) : undefined}
    >
      {status !== 'signed-in' && !finished && <NoLink />}
      {isOpen && <ResetPasswordForm email={user?.email} onFinished={() => setFinished(true)} />}
    </AccountCard>
  )
}

/** Rendered from the first paint, except for people who were signed in last time, until the session is known. */
function NoLink() {
  return (
    <div className="returning:hidden space-y-2 not-last:mb-6">
      <FormAlert tone="note">{messages.opensFromLink}</FormAlert>
      <Link to="/forgot-password" className={buttonClass({ variant: 'quiet', className: 'w-full' })}>
        {messages.askForAnotherLink}
      </Link>
    </div>
  )
}

function ResetPasswordForm({ email, onFinished }: { email: string | undefined; onFinished: () => void }) {
  const navigate = useNavigate()
  const { mutate, isPending, error } = useMutation({
    ...resetPasswordMutation,
    onSuccess: async () => {
      notify.success(messages.passwordReset)
      await navigate({ to: '/login', state: { notice: 'reset' }, replace: true })
    },
  })
  const asksCurrent = isAboutCurrentPassword(error) || (email && asksCurrentPassword(getCurrentSession()))

  return (
    <NewPasswordForm
      asksCurrent={Boolean(asksCurrent)}
      email={email}
      error={error}
      busy={isPending}
      label={isPending ? messages.resetting : messages.resetPassword}
      onSubmit={(values) => mutate({ ...values, onSet: onFinished })}
    />
  )
}
