import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as messages from '#messages/account.js'
import * as common from '#messages/common.js'
import { FormAlert } from '~/components/form-alert'
import { FormField } from '~/components/form-field'
import { Input } from '~/components/ui/input'
import { notify } from '~/lib/notify'
import { markRefused, type resendMutation } from './account-data'
import { AccountForm, SubmitButton } from './account-form'
import { type EmailValues, emailSchema } from './account-schemas'

type EmailFormProps = {
  label: string
  /** Sends the mail to the address. */
  mutation: typeof resendMutation
  /** The message after sending. */
  done: string
}

/** Asks for an address and sends a mail there. The form stays, in case the mail does not arrive. */
export function EmailForm({ label, mutation, done }: EmailFormProps) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    ...mutation,
    onSuccess: () => notify.success(done),
  })
  const { register, handleSubmit, formState } = useForm<EmailValues>({ resolver: zodResolver(emailSchema) })
  const { errors } = formState

  return (
    <AccountForm
      onSubmit={handleSubmit(({ email }) => mutate(email))}
      submit={<SubmitButton busy={isPending}>{isPending ? common.sending : label}</SubmitButton>}
    >
      <FormField label={common.email} error={errors.email?.message ?? markRefused(error, 'email')}>
        {(wiring) => (
          <Input {...wiring} {...register('email')} type="email" autoComplete="email" autoCapitalize="none" />
        )}
      </FormField>
      {isSuccess && <FormAlert tone="good">{messages.mailOnItsWay}</FormAlert>}
    </AccountForm>
  )
}
