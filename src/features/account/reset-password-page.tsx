import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { FormAlert } from '~/components/form-alert'
import { PasswordField } from '~/components/password-field'
import { buttonClass } from '~/components/ui/button'
import { notify } from '~/lib/notify'
import { useSession } from '~/lib/session'
import * as messages from '~/messages/en/account'
import { AccountCard } from './account-card'
import { resetPasswordMutation } from './account-data'
import { AccountForm, SubmitButton } from './account-form'
import { type ResetPasswordValues, resetPasswordSchema } from './account-schemas'

/**
 * Section 2, Reset password: reachable by everybody, usable with a session of a recovery link or a sign-in. Others are
 * told how to get a link; typed text stays.
 */
export function ResetPasswordPage() {
  const { status, user } = useSession()
  const [finished, setFinished] = useState(false)
  return (
    <AccountCard
      title={messages.setNewPassword}
      subtitle={user ? messages.forAddress(user.email ?? '') : messages.forYourAccount}
    >
      {status !== 'signed-in' && !finished && <NoLink />}
      <ResetPasswordForm onFinished={() => setFinished(true)} />
    </AccountCard>
  )
}

/** Rendered from the first paint, except for people who were signed in last time, until the session is known. */
function NoLink() {
  return (
    <div className="absent-for-members mb-6 space-y-2">
      <FormAlert tone="note">{messages.opensFromLink}</FormAlert>
      <Link to="/forgot-password" className={buttonClass({ variant: 'quiet', className: 'w-full' })}>
        {messages.askForAnotherLink}
      </Link>
    </div>
  )
}

function ResetPasswordForm({ onFinished }: { onFinished: () => void }) {
  const navigate = useNavigate()
  const { register, handleSubmit, formState } = useForm<ResetPasswordValues>({
    resolver: zodResolver(resetPasswordSchema),
  })
  const { errors } = formState
  const { mutate, isPending } = useMutation({
    ...resetPasswordMutation,
    onSuccess: async () => {
      notify.success(messages.passwordReset)
      await navigate({ to: '/login', state: { notice: 'reset' }, replace: true })
    },
  })

  return (
    <AccountForm onSubmit={handleSubmit(({ password }) => mutate({ password, onSet: onFinished }))}>
      <PasswordField
        label={messages.newPassword}
        hint={messages.atLeast6Characters}
        error={errors.password?.message}
        autoComplete="new-password"
        {...register('password')}
      />
      <PasswordField
        label={messages.confirmNewPassword}
        spokenName={messages.passwordConfirmation}
        error={errors.confirmation?.message}
        autoComplete="new-password"
        {...register('confirmation')}
      />
      <SubmitButton busy={isPending}>{isPending ? messages.resetting : messages.resetPassword}</SubmitButton>
    </AccountForm>
  )
}
