import Ellipsis from 'lucide-react/icons/ellipsis'
import { DropdownMenu } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/members.js'
import { Badge } from '~/components/ui/badge'
import { Button, buttonClass } from '~/components/ui/button'
import { formatDay, toMachineTime } from '~/lib/dates'
import { DIRECTION } from '~/lib/texts'
import { type Member, ROLES } from './members-data'
import type { MemberActionName } from './use-member-actions'

type Props = { member: Member; isSelf: boolean; mayGrant: boolean; onAct: (action: MemberActionName) => void }

/** One member: name, date of joining, status, and actions. */
export function MemberRow({ member, isSelf, mayGrant, onAct }: Props) {
  const name = `@${member.username}`
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-line border-b py-3.5 pe-2.5 ps-4 last:border-b-0 md:gap-x-6 md:px-5">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 self-center">
        <h3 dir="auto" className="font-medium text-[15px]">
          {member.full_name}
        </h3>
        {isSelf && <Badge>{common.you}</Badge>}
        {member.role && (
          <Mark className="border-ink bg-ink text-paper">{messages.roleName({ role: member.role })}</Mark>
        )}
        {member.suspended_at && <Mark className="border-bad/40 bg-bad/8 text-bad">{messages.suspended}</Mark>}
        {!member.is_verified && <Badge>{messages.notVerified}</Badge>}
      </div>
      <div className="flex items-center gap-1 self-start md:row-span-2 md:self-center">
        {renderActions({ member, mayGrant, onAct }, name)}
      </div>
      <div className="min-w-0 wrap-anywhere max-md:col-span-2">
        <Facts className="mt-0.5 text-sm">
          <span dir="auto" className="text-ink-soft">
            {name}
          </span>
          {member.email && <span>{member.email}</span>}
        </Facts>
        <Facts className="mt-1.5 text-[13px] tabular-nums">
          <span>
            {messages.memberSince}
            <Day at={member.joined_at} />
          </span>
          <span>{messages.recommendationCount({ count: member.upvotes })}</span>
          {member.role && member.role_since && (
            <span>
              {messages.roleSince({ role: member.role })}
              <Day at={member.role_since} />
              {member.granted_by && `, ${describeGrant(member.granted_by)}`}
            </span>
          )}
        </Facts>
        {member.suspended_at && <Suspension member={member} at={member.suspended_at} />}
      </div>
    </li>
  )
}

/** A badge used only here. */
function Mark({ className, children }: { className: string; children: string }) {
  return <span className={`badge ${className}`}>{children}</span>
}

/** Facts in a row that may wrap anywhere, without separators that could be left at a line's end. */
function Facts({ className, children }: { className: string; children: ReactNode }) {
  return <p className={`flex flex-wrap gap-x-3.5 text-ink-faint ${className}`}>{children}</p>
}

function Suspension({ member, at }: { member: Member; at: string }) {
  return (
    <div className="mt-2 border-bad/40 border-s-2 ps-3 text-[13px]">
      <p dir="auto">
        <q>{member.suspension_reason}</q>
      </p>
      <p className="text-ink-soft">
        {messages.suspendedBy({ who: member.suspended_by ?? messages.formerAdministrator })}
        <Day at={at} />
        {member.upvotes > 0 && (member.hides_upvotes ? messages.upvotesHidden : messages.upvotesKept)}
      </p>
    </div>
  )
}

/** Frequent actions are visible; granting and revoking are in the menu. */
function renderActions({ member, mayGrant, onAct }: Omit<Props, 'isSelf'>, name: string): ReactNode {
  const { role } = member
  const given = ROLES.filter((other) => other !== role).map((other) => ({
    action: other,
    label: messages.makeRole({ role: other }),
  }))
  if (role)
    return (
      mayGrant && (
        <MemberMenu
          name={name}
          actions={[
            // An administrator's right is revoked first.
            ...(role === 'administrator' ? [] : given),
            { action: 'revoke', label: messages.revokeRole({ role }), severe: true },
          ]}
          onAct={onAct}
        />
      )
    )
  if (member.suspended_at)
    return <Action label={messages.liftSuspension} name={name} onClick={() => onAct('lift')} />
  return (
    <>
      <Action label={messages.suspend} name={name} onClick={() => onAct('suspend')} />
      {mayGrant && member.is_verified && <MemberMenu name={name} actions={given} onAct={onAct} />}
    </>
  )
}

function Action({ label, name, onClick }: { label: string; name: string; onClick: () => void }) {
  return (
    <Button variant="quiet" size="sm" onClick={onClick} aria-label={`${label} ${name}`}>
      {label}
    </Button>
  )
}

function Day({ at }: { at: string }) {
  return <time dateTime={toMachineTime(at)}>{formatDay(at)}</time>
}

/** Who, or what, granted the right. */
function describeGrant(by: string): string {
  if (by === 'command line') return messages.grantedOnCommandLine
  if (by === 'ADMIN_EMAILS') return messages.grantedByConfiguration
  return messages.grantedBy({ who: by === 'administrator' ? messages.formerAdministrator : by })
}

type MemberMenuProps = {
  /** '@ann' */
  name: string
  actions: readonly { action: MemberActionName; label: string; severe?: boolean }[]
  onAct: (action: MemberActionName) => void
}

/** Rare actions on a member, in a menu. */
function MemberMenu({ name, actions, onAct }: MemberMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const chosen = useRef<MemberActionName>(undefined)
  return (
    <DropdownMenu.Root dir={DIRECTION} modal={false}>
      <DropdownMenu.Trigger
        ref={trigger}
        aria-label={messages.moreActionsFor({ name })}
        className={buttonClass({
          variant: 'ghost',
          size: 'sm',
          className: 'w-[34px] px-0! data-[state=open]:bg-sunken pointer-coarse:w-11',
        })}
      >
        <Ellipsis size={18} aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          onCloseAutoFocus={(event) => {
            if (!chosen.current) return
            // The dialog opens once the button has the focus again, so that it can restore it.
            event.preventDefault()
            trigger.current?.focus()
            onAct(chosen.current)
            chosen.current = undefined
          }}
          className="card z-20 min-w-52 animate-fade p-1.5 shadow-float"
        >
          {actions.map(({ action, label, severe = false }) => (
            <DropdownMenu.Item
              key={action}
              onSelect={() => {
                chosen.current = action
              }}
              className={`flex min-h-9 cursor-pointer items-center rounded-lg px-2.5 text-sm outline-none data-highlighted:bg-sunken pointer-coarse:min-h-11 ${severe ? 'text-bad' : ''}`}
            >
              {label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
