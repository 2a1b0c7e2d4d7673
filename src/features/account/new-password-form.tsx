import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import * as messages from '#messages/account.js'
import { PasswordField } from '~/components/password-field'
import { accountMessage, isAboutCurrentPassword, markRefused } from './account-data'
import { AccountForm, SubmitButton } from './account-form'
import { type ResetPasswordValues, resetPasswordSchema } from './account-schemas'

type NewPasswordFormProps = {
  /** Whether the service wants the current password too. */
  asksCurrent: boolean
  /** The account, for password managers. */
  email?: string | undefined
  /** The service's refusal. */
  error: Error | null
  /** Shown above the button. */
  alert?: ReactNode
  busy: boolean
  /** In a dialog. */
  onCancel?: (() => void) | undefined
  /** Of the button. */
  label: string
  onSubmit: (values: ResetPasswordValues) => void
}

/** A new password twice, with the current one where it is needed. Refusals of the current one are shown at its field. */
export function NewPasswordForm({
  asksCurrent,
  email,
  error,
  alert,
  busy,
  onCancel,
  label,
  onSubmit,
}: NewPasswordFormProps) {
  const { register, handleSubmit, setError, formState } = useForm<ResetPasswordValues>({
    resolver: zodResolver(resetPasswordSchema(asksCurrent)),
  })
  const { errors } = formState
  const isAboutCurrent = isAboutCurrentPassword(error)
  // In the order of the page: the first field with an error gets the focus.
  const current = asksCurrent ? register('currentPassword') : undefined

  useEffect(() => {
    if (asksCurrent && isAboutCurrent)
      setError('currentPassword', { message: accountMessage(error) }, { shouldFocus: true })
  }, [asksCurrent, isAboutCurrent, error, setError])

  return (
    <AccountForm onSubmit={handleSubmit(onSubmit)}>
      {email && <input type="hidden" autoComplete="username" value={email} readOnly />}
      {current && (
        <PasswordField
          label={messages.currentPassword}
          error={errors.currentPassword?.message}
          autoComplete="current-password"
          readOnly={busy}
          {...current}
        />
      )}
      <PasswordField
        label={messages.newPassword}
        hint={messages.atLeast6Characters}
        error={errors.password?.message ?? markRefused(error, 'password')}
        autoComplete="new-password"
        readOnly={busy}
        {...register('password')}
      />
      <PasswordField
        label={messages.confirmNewPassword}
        spokenName={messages.passwordConfirmation}
        error={errors.confirmation?.message}
        autoComplete="new-password"
        readOnly={busy}
        {...register('confirmation')}
      />
      {alert}
      <SubmitButton busy={busy} onCancel={onCancel}>
        {label}
      </SubmitButton>
    </AccountForm>
  )
}
