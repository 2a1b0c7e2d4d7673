import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as messages from '#messages/account.js'
import * as common from '#messages/common.js'
import { FormAlert } from '~/components/form-alert'
import { FormField } from '~/components/form-field'
import { Dialog } from '~/components/ui/dialog'
import { Input } from '~/components/ui/input'
import { notify } from '~/lib/notify'
import { accountMessage } from './account-data'
import { AccountForm, SubmitButton } from './account-form'
import type { EmailValues } from './account-schemas'
import { changeEmailMutation, newEmailSchema } from './own-sign-in-data'

type ChangeEmailDialogProps = { userId: string; email: string; onClose: () => void }

/** Asks for a new address and mails a link to both. The answer does not reveal whether the new one has an account. */
export function ChangeEmailDialog({ userId, email, onClose }: ChangeEmailDialogProps) {
  const { mutate, isPending, error } = useMutation(changeEmailMutation(userId))
  const { register, handleSubmit, formState } = useForm<EmailValues>({
    resolver: zodResolver(newEmailSchema(email)),
  })
  const send = handleSubmit((values) =>
    mutate(values.email, {
      onSuccess: () => {
        notify.success(messages.emailChangeSent)
        onClose()
      },
    }),
  )
  return (
    <Dialog
      title={messages.changeEmail}
      description={messages.changeEmailHow({ email })}
      onClose={onClose}
      locked={isPending}
    >
      <div className="mt-5">
        <AccountForm onSubmit={send}>
          <FormField label={messages.newEmail} error={formState.errors.email?.message}>
            {(wiring) => (
              <Input
                {...wiring}
                {...register('email')}
                type="email"
                readOnly={isPending}
                autoComplete="email"
                autoCapitalize="none"
              />
            )}
          </FormField>
          {error && <FormAlert>{accountMessage(error)}</FormAlert>}
          <SubmitButton busy={isPending} onCancel={onClose}>
            {isPending ? common.sending : messages.sendLinks}
          </SubmitButton>
        </AccountForm>
      </div>
    </Dialog>
  )
}
