import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { FormAlert } from '~/components/form-alert'
import { FormField } from '~/components/form-field'
import { Input } from '~/components/ui/input'
import { errorMessage, logError } from '~/lib/errors'
import { notify } from '~/lib/notify'
import * as messages from '~/messages/en/account'
import { AccountForm, SubmitButton } from './account-form'
import { type EmailValues, emailSchema } from './account-schemas'

type EmailFormProps = {
  label: string
  /** Sends the mail to the address; its rejection is shown. */
  send: (email: string) => Promise<void>
  /** What to say once it is sent. */
  done: string
  /** What to say when the service gives no reason. */
  failed?: string
}

/** Asks for an address and sends a mail there. The form stays, for a mail that does not come. */
export function EmailForm({ label, send, done, failed }: EmailFormProps) {
  const [isSent, setSent] = useState(false)
  const { register, handleSubmit, formState } = useForm<EmailValues>({ resolver: zodResolver(emailSchema) })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ email }) => {
    setSent(false)
    try {
      await send(email)
      setSent(true)
      notify.success(done)
    } catch (error) {
      notify.error(errorMessage(error, failed))
      logError('No mail was sent', error)
    }
  })

  return (
    <AccountForm onSubmit={submit}>
      <FormField label={messages.email} error={errors.email?.message}>
        {(wiring) => (
          <Input {...wiring} {...register('email')} type="email" autoComplete="email" autoCapitalize="none" />
        )}
      </FormField>
      {isSent && <FormAlert tone="good">{messages.mailOnItsWay}</FormAlert>}
      <SubmitButton busy={isSubmitting}>{isSubmitting ? messages.sending : label}</SubmitButton>
    </AccountForm>
  )
}
