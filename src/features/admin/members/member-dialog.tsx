import * as common from '#messages/common.js'
import * as messages from '#messages/members.js'
import { FormAlert } from '~/components/form-alert'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { isRole, type Member } from './members-data'
import { SuspendDialog } from './suspend-dialog'
import type { MemberActionName, useMemberActions } from './use-member-actions'

type Props = {
  action: MemberActionName
  member: Member
  /** The member is the administrator themselves. */
  isSelf: boolean
  actions: ReturnType<typeof useMemberActions>
}

/** The confirmation of each action on a member; it names them. */
export function MemberDialog({ action, member, isSelf, actions }: Props) {
  const { busy, refusal, drafts, cancel, run } = actions
  const name = `@${member.username}`
  const who = member.email ? `${member.full_name} (${member.email})` : member.full_name
  const reported = refusal && <FormAlert>{refusal}</FormAlert>
  if (action === 'suspend')
    return (
      <SuspendDialog member={member} drafts={drafts} busy={busy} onClose={cancel} onSuspend={run}>
        {reported}
      </SuspendDialog>
    )
  const role = isRole(action) ? action : (member.role ?? '')
  const words = isRole(action)
    ? {
        title: messages.grantQuestion({ name, role }),
        description: messages.grantEffect({ who, role }),
        confirm: busy ? common.saving : messages.makeRole({ role }),
      }
    : action === 'lift'
      ? {
          title: messages.liftQuestion({ name }),
          description: messages.liftEffect({ who, hidesUpvotes: member.hides_upvotes ?? false }),
          confirm: busy ? messages.lifting : messages.liftSuspension,
        }
      : {
          title: isSelf ? messages.revokeOwnQuestion : messages.revokeQuestion({ name, role }),
          description: isSelf ? messages.revokeOwnEffect({ name }) : messages.revokeEffect({ who }),
          confirm: busy
            ? messages.revoking
            : isSelf
              ? messages.revokeMyRights
              : messages.revokeRole({ role }),
        }
  return (
    <ConfirmDialog
      {...words}
      look={action === 'revoke' ? 'bad' : 'solid'}
      busy={busy}
      onCancel={cancel}
      onConfirm={() => run()}
    >
      {reported}
    </ConfirmDialog>
  )
}
