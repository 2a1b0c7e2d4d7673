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
        title={`Make ${name} an administrator?`}
        description={`${who} will be able to change the catalogue, decide on reports and manage people, including you.`}
        confirm={['Make administrator', 'Saving...']}
        {...common}
      />
    )
  if (action === 'lift')
    return (
      <ConfirmDialog
        title={`Lift the suspension of ${name}?`}
        description={`${who} can sign in again.${member.hides_upvotes ? ' Their hidden recommendations come back as they were.' : ''}`}
        confirm={['Lift suspension', 'Lifting...']}
        {...common}
      />
    )
  if (isSelf)
    return (
      <ConfirmDialog
        title={messages.stopBeingAnAdministrator}
        description={`You are ${name}. You lose access to the admin area at once, and only another administrator can give it back.`}
        confirm={['Revoke my rights', 'Revoking...']}
        severe
        {...common}
      />
    )
  return (
    <ConfirmDialog
      title={`Revoke ${name} as administrator?`}
      description={`${who} stays a member and loses access to the admin area at once.`}
      confirm={['Revoke administrator', 'Revoking...']}
      severe
      {...common}
    />
  )
}
