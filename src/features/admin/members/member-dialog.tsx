import * as messages from '~/messages/en/members'
import { ConfirmDialog } from './confirm-dialog'
import type { Member, SuspensionChoice } from './members-data'
import { SuspendDialog } from './suspend-dialog'
import type { MemberActionName } from './use-member-actions'

type Props = {
  action: MemberActionName
  member: Member
  /** The member is the administrator who asks. */
  isSelf: boolean
  busy: boolean
  refusal: string | null
  onCancel: () => void
  onRun: (choice?: SuspensionChoice) => void
}

/** The question before each thing an administrator does about a person; it names them. */
export function MemberDialog({ action, member, isSelf, onRun, ...rest }: Props) {
  const name = `@${member.username}`
  const who = member.email ? `${member.full_name} (${member.email})` : member.full_name
  const common = { ...rest, onConfirm: () => onRun() }
  if (action === 'suspend') return <SuspendDialog member={member} {...rest} onSuspend={onRun} />
  if (action === 'grant')
    return (
      <ConfirmDialog
        title={messages.makeAnAdministrator(name)}
        description={messages.grantEffect(who)}
        confirm={['Make administrator', 'Saving...']}
        {...common}
      />
    )
  if (action === 'lift')
    return (
      <ConfirmDialog
        title={messages.liftTheSuspensionOf(name)}
        description={`${who} can sign in again.${member.hides_upvotes ? ' Their hidden recommendations come back as they were.' : ''}`}
        confirm={['Lift suspension', 'Lifting...']}
        {...common}
      />
    )
  if (isSelf)
    return (
      <ConfirmDialog
        title={messages.stopBeingAnAdministrator}
        description={messages.revokeOwnEffect(name)}
        confirm={['Revoke my rights', 'Revoking...']}
        severe
        {...common}
      />
    )
  return (
    <ConfirmDialog
      title={messages.revokeAsAdministrator(name)}
      description={messages.revokeEffect(who)}
      confirm={['Revoke administrator', 'Revoking...']}
      severe
      {...common}
    />
  )
}
