import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import * as messages from '#messages/account.js'
import { FormAlert } from '~/components/form-alert'
import { Dialog } from '~/components/ui/dialog'
import { notify } from '~/lib/notify'
import { accountMessage, isAtField } from './account-data'
import { NewPasswordForm } from './new-password-form'
import { changePasswordMutation } from './own-sign-in-data'

/** Asks for the current password and a new one. */
export function ChangePasswordDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { mutate, isPending, error } = useMutation(changePasswordMutation)
  return (
    <Dialog
      title={messages.changePassword}
      description={messages.endsOtherSessions}
      onClose={onClose}
      locked={isPending}
    >
      <div className="mt-5">
        <NewPasswordForm
          asksCurrent
          email={email}
          error={error}
          alert={
            error && !isAtField(error) && <FormAlert>{accountMessage(error, messages.resetFailed)}</FormAlert>
          }
          busy={isPending}
          onCancel={onClose}
          label={isPending ? messages.changing : messages.changePassword}
          onSubmit={({ currentPassword = '', password }) =>
            mutate(
              { currentPassword, password },
              {
                onSuccess: () => {
                  notify.success(messages.passwordChanged)
                  onClose()
                },
              },
            )
          }
        />
        <p className="mt-4 text-sm">
          <Link to="/forgot-password" className="link target">
            {messages.forgotYourPassword}
          </Link>
        </p>
      </div>
    </Dialog>
  )
}
