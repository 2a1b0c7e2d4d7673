import type { ReactNode } from 'react'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { formatDay, toMachineTime } from '~/lib/dates'
import type { Member } from './people-data'
import type { PersonAction } from './use-people-actions'

type Props = { member: Member; isSelf: boolean; onAct: (action: PersonAction) => void }

/** One member: who they are, since when, how they stand, and what may be done. */
export function PersonRow({ member, isSelf, onAct }: Props) {
  const name = `@${member.username}`
  return (
    <li className="grid gap-x-6 gap-y-3.5 border-line border-b px-4 py-4 last:border-b-0 md:grid-cols-[minmax(0,1fr)_auto] md:items-center md:px-5">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 dir="auto" className="font-medium text-[15px]">
            {member.full_name}
          </h3>
          {isSelf && <Badge>You</Badge>}
          {member.administrator_since && <Badge look="accent">Administrator</Badge>}
          {member.suspended_at && (
            <span className="inline-flex items-center rounded-full bg-bad/10 px-[9px] py-[5px] font-medium text-bad text-xs leading-none">
              Suspended
            </span>
          )}
          {!member.is_verified && <Badge>Not verified</Badge>}
        </div>
        <p className="mt-0.5 text-ink-soft text-sm">
          <span dir="auto">{name}</span>
          {member.email && <span className="text-ink-faint"> · {member.email}</span>}
        </p>
        <p className="mt-1.5 text-[13px] text-ink-faint tabular-nums">
          Member since <Day at={member.joined_at} /> <span aria-hidden="true">·</span>{' '}
          <span className="whitespace-nowrap">
            {member.upvotes === 1
              ? '1 recommendation'
              : `${member.upvotes.toLocaleString('en')} recommendations`}
          </span>
        </p>
        {member.administrator_since && (
          <p className="text-[13px] text-ink-faint">
            Administrator since <Day at={member.administrator_since} />
            {member.granted_by && `, granted by ${describeGrant(member.granted_by)}`}
          </p>
        )}
        {member.suspended_at && <Suspension member={member} at={member.suspended_at} />}
      </div>
      <div className="flex flex-wrap gap-2 md:justify-end">{renderActions(member, name, onAct)}</div>
    </li>
  )
}

function Suspension({ member, at }: { member: Member; at: string }) {
  return (
    <p className="mt-1.5 border-bad/40 border-l-2 pl-3 text-[13px] text-ink-soft">
      <span dir="auto" className="text-ink">
        “{member.suspension_reason}”
      </span>{' '}
      <span className="text-ink-faint">·</span> {member.suspended_by ?? 'a former administrator'},{' '}
      <Day at={at} />
      {member.upvotes > 0 && `, recommendations ${member.hides_upvotes ? 'hidden' : 'kept'}`}
    </p>
  )
}

function renderActions(member: Member, name: string, onAct: Props['onAct']): ReactNode {
  if (member.administrator_since)
    return <Action label="Revoke administrator" name={name} severe onClick={() => onAct('revoke')} />
  if (member.suspended_at) return <Action label="Lift suspension" name={name} onClick={() => onAct('lift')} />
  return (
    <>
      {member.is_verified && <Action label="Make administrator" name={name} onClick={() => onAct('grant')} />}
      <Action label="Suspend" name={name} severe onClick={() => onAct('suspend')} />
    </>
  )
}

function Action({
  label,
  name,
  severe = false,
  onClick,
}: {
  label: string
  name: string
  severe?: boolean
  onClick: () => void
}) {
  return (
    <Button
      variant="quiet"
      size="sm"
      onClick={onClick}
      aria-label={`${label} ${name}`}
      className={`max-md:flex-1 ${severe ? 'text-bad!' : ''}`}
    >
      {label}
    </Button>
  )
}

function Day({ at }: { at: string }) {
  return <time dateTime={toMachineTime(at)}>{formatDay(at)}</time>
}

/** 'command line' and the like are no names. */
function describeGrant(by: string): string {
  return by === 'command line' ? 'the command line' : by === 'administrator' ? 'a former administrator' : by
}
