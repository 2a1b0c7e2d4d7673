import * as messages from '#messages/account.js'
import type { ConfirmOutcome } from '#shared/confirm-outcomes.ts'
import { PASSWORD_MAX_BYTES } from '#shared/person-rules.ts'
import { AccountCard } from '~/components/account-card'
import { FormAlert } from '~/components/form-alert'
import { FormField } from '~/components/form-field'
import { Button } from '~/components/ui/button'
import { Input } from '~/components/ui/input'
import { basePath } from '~/lib/environment'
import type { MailedLink } from './use-link-redemption'

type Props = {
  link: MailedLink
  /** What came of the last try: the link is still valid. */
  status: ConfirmOutcome | undefined
}

/** Redeems a mailed link without scripts; a recovery link together with the new password (server/http/pages/confirm.ts). */
export function ConfirmForm({ link: { type, tokenHash, next }, status }: Props) {
  if (type === 'magiclink')
    return (
      <AccountCard title={messages.checkingYourLink}>
        <FormAlert>{messages.signInNeedsScript}</FormAlert>
      </AccountCard>
    )
  const isRecovery = type === 'recovery'
  return (
    <AccountCard
      title={isRecovery ? messages.setNewPassword : messages.verifyYourEmail}
      subtitle={isRecovery ? messages.linkWorksOnce : messages.pressToVerify}
    >
      <form method="post" action={`${basePath()}/auth/confirm`} className="grid gap-[18px]">
        <input type="hidden" name="token_hash" value={tokenHash} />
        <input type="hidden" name="type" value={type} />
        {next && <input type="hidden" name="next" value={next} />}
        {isRecovery && <NewPassword status={status} />}
        {status === 'later' && <FormAlert>{messages.linkKeptTryLater}</FormAlert>}
        <Button type="submit" size="lg" className="w-full">
          {isRecovery
            ? messages.resetPassword
            : type === 'email_change'
              ? messages.confirmChange
              : messages.verifyMyEmail}
        </Button>
      </form>
    </AccountCard>
  )
}

function NewPassword({ status }: Pick<Props, 'status'>) {
  const field = { type: 'password', autoComplete: 'new-password', required: true } as const
  return (
    <>
      <FormField
        label={messages.newPassword}
        hint={messages.atLeast6Characters}
        error={status && MISTAKES[status]}
      >
        {(wiring) => <Input {...wiring} {...field} name="password" />}
      </FormField>
      <FormField
        label={messages.confirmNewPassword}
        error={status === 'differ' ? messages.passwordsDiffer : undefined}
      >
        {(wiring) => <Input {...wiring} {...field} name="confirmation" />}
      </FormField>
    </>
  )
}

const MISTAKES: Partial<Record<ConfirmOutcome, string>> = {
  short: messages.passwordTooShort,
  long: messages.passwordTooLongFor({ limit: PASSWORD_MAX_BYTES }),
  weak: messages.passwordWeak,
}
