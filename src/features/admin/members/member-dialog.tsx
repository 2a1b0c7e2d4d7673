import * as messages from '#messages/members.js'
import { FormAlert } from '~/components/form-alert'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { isRole, type Member, type SuspensionChoice } from './members-data'
import { SuspendDialog } from './suspend-dialog'
import type { MemberActionName } from './use-member-actions'

type Props = {
  action: MemberActionName
  member: Member
  /** The member is the administrator themselves. */
  isSelf: boolean
  busy: boolean
  refusal: string | null
  onCancel: () => void
  onRun: (choice?: SuspensionChoice) => void
}

/** The confirmation of each action on a member; it names them. */
export function MemberDialog({ action, member, isSelf, busy, refusal, onCancel, onRun }: Props) {
  const name = `@${member.username}`
  const who = member.email ? `${member.full_name} (${member.email})` : member.full_name
  const reported = refusal && <FormAlert>{refusal}</FormAlert>
  const common = { busy, children: reported, onCancel, onConfirm: () => onRun() }
  if (action === 'suspend')
    return (
      <SuspendDialog member={member} busy={busy} onClose={onCancel} onSuspend={onRun}>
        {reported}
      </SuspendDialog>
    )
  if (isRole(action))
    return (
      <ConfirmDialog
        title={messages.grantQuestion({ name, role: action })}
        description={messages.grantEffect({ who, role: action })}
        confirm={busy ? messages.saving : messages.makeRole({ role: action })}
        look="solid"
        {...common}
      />
    )
  if (action === 'lift')
    return (
      <ConfirmDialog
        title={messages.liftQuestion({ name })}
        description={messages.liftEffect({ who, hidesUpvotes: member.hides_upvotes ?? false })}
        confirm={busy ? messages.lifting : messages.liftSuspension}
        look="solid"
        {...common}
      />
    )
  if (isSelf)
    return (
      <ConfirmDialog
        title={messages.revokeOwnQuestion}
        description={messages.revokeOwnEffect({ name })}
        confirm={busy ? messages.revoking : messages.revokeMyRights}
        {...common}
      />
    )
  return (
    <ConfirmDialog
      title={messages.revokeQuestion({ name, role: member.role ?? '' })}
      description={messages.revokeEffect({ who })}
      confirm={busy ? messages.revoking : messages.revokeRole({ role: member.role ?? '' })}
      {...common}
    />
  )
}
