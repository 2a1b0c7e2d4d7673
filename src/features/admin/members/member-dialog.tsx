import * as messages from '~/messages/en/members'
import { ConfirmDialog } from './confirm-dialog'
import type { Member, SuspensionChoice } from './members-data'
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
export function MemberDialog({ action, member, isSelf, onRun, ...rest }: Props) {
  const name = `@${member.username}`
  const who = member.email ? `${member.full_name} (${member.email})` : member.full_name
  const common = { ...rest, onConfirm: () => onRun() }
  if (action === 'suspend') return <SuspendDialog member={member} {...rest} onSuspend={onRun} />
  if (action === 'grant')
    return (
      <ConfirmDialog
        title={messages.grantQuestion(name)}
        description={messages.grantEffect(who)}
        confirm={[messages.makeAdministrator, messages.saving]}
        {...common}
      />
    )
  if (action === 'lift')
    return (
      <ConfirmDialog
        title={messages.liftQuestion(name)}
        description={messages.liftEffect(who, member.hides_upvotes)}
        confirm={[messages.liftSuspension, messages.lifting]}
        {...common}
      />
    )
  if (isSelf)
    return (
      <ConfirmDialog
        title={messages.revokeOwnQuestion}
        description={messages.revokeOwnEffect(name)}
        confirm={[messages.revokeMyRights, messages.revoking]}
        severe
        {...common}
      />
    )
  return (
    <ConfirmDialog
      title={messages.revokeQuestion(name)}
      description={messages.revokeEffect(who)}
      confirm={[messages.revokeAdministrator, messages.revoking]}
      severe
      {...common}
    />
  )
}
