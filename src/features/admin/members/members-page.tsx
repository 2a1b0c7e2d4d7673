import type { User } from '@supabase/auth-js'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import * as heads from '#messages/admin-heads.js'
import * as common from '#messages/common.js'
import * as messages from '#messages/members.js'
import { useViewer } from '~/components/layout/use-viewer'
import { EmptyState } from '~/components/ui/empty-state'
import { MoreButton } from '~/components/ui/more-button'
import { Pending } from '~/components/ui/pending'
import { SectionHeading } from '~/components/ui/section-heading'
import { FilterButtons } from '../filter-buttons'
import { NoMatch } from '../no-match'
import { SearchField } from '../search-field'
import { TableSkeleton } from '../table-skeleton'
import { MemberDialog } from './member-dialog'
import { MemberRow } from './member-row'
import { memberQueries } from './members-data'
import type { MemberFilter, MembersSearch } from './members-search'
import { useMemberActions } from './use-member-actions'

type Props = {
  user: User
  search: MembersSearch
  /** Updates the current URL, which may have changed: the search is debounced. */
  onSearch: (change: MembersSearch, options: { replace: boolean }) => void
  onVisibilityChanged: () => void
}

const NONE: Record<MemberFilter, string> = {
  all: messages.nobodyJoined,
  administrators: messages.noAdministrators,
  suspended: messages.nobodySuspended,
}

/** The list of members: search, roles, suspensions. */
export function MembersPage({ user, search, onSearch, onVisibilityChanged }: Props) {
  const { search: text = '', show = 'all' } = search
  const list = useInfiniteQuery(memberQueries.members(user.id, text, show))
  const mayGrant = useViewer().role === 'administrator'
  const heading = useRef<HTMLHeadingElement>(null)
  const actions = useMemberActions({ userId: user.id, onVisibilityChanged, heading })
  const { toConfirm } = actions

  function content(): ReactNode {
    if (!list.data) return <Pending query={list} skeleton={<TableSkeleton rows={6} />} />
    const members = list.data.pages.flat()
    if (members.length === 0 && text) return <NoMatch title={messages.noMatch} onClear={() => find('')} />
    if (members.length === 0) return <EmptyState title={NONE[show]} />
    return (
      <>
        <ul
          aria-label={heads.people}
          aria-busy={list.isPlaceholderData || undefined}
          className="card overflow-hidden transition-opacity aria-busy:opacity-60"
        >
          {members.map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              isSelf={member.id === user.id}
              mayGrant={mayGrant}
              onAct={(action) => actions.ask(action, member)}
            />
          ))}
        </ul>
        <MoreButton list={list} className="mt-5" />
      </>
    )
  }

  const find = (next: string) => onSearch({ search: next || undefined }, { replace: true })

  return (
    <section aria-label={heads.people}>
      <SectionHeading ref={heading} tabIndex={-1}>
        {heads.people}
      </SectionHeading>
      <div className="mt-4 mb-4 flex flex-col gap-2.5 md:mt-5 md:flex-row md:items-center md:gap-3">
        <SearchField label={messages.searchPeople} value={text} onSearch={find} />
        <FilterButtons
          legend={common.show}
          choices={messages.filters}
          value={show}
          onChoose={(next) => onSearch({ show: next === 'all' ? undefined : next }, { replace: false })}
        />
      </div>
      {content()}
      {toConfirm && (
        <MemberDialog {...toConfirm} isSelf={toConfirm.member.id === user.id} actions={actions} />
      )}
    </section>
  )
}
