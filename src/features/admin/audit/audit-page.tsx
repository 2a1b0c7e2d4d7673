import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as heads from '#messages/admin-heads.js'
import * as messages from '#messages/audit.js'
import * as common from '#messages/common.js'
import { locale } from '#messages/language.js'
import { undoNamed } from '#messages/merging.js'
import { useViewer } from '~/components/layout/use-viewer'
import { Button } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { MoreButton } from '~/components/ui/more-button'
import { Pending } from '~/components/ui/pending'
import { SectionHeading } from '~/components/ui/section-heading'
import { UndoImport } from '../import-export/undo-import'
import { useMerging } from '../merging/use-merging'
import { NoMatch } from '../no-match'
import { SearchField } from '../search-field'
import { TableSkeleton } from '../table-skeleton'
import { auditQueries } from './audit-data'
import { AuditFilters } from './audit-filters'
import { type AuditSearch, isNarrowed, WHOLE_LOG } from './audit-search'
import { groupEntries, type Saved, textIn } from './group-entries'
import { SavedItem } from './saved-item'

type Props = {
  userId: string
  search: AuditSearch
  /** Updates the current URL, which may have changed: the search is debounced. */
  onSearch: (change: AuditSearch, options: { replace: boolean }) => void
}

const DAY = new Intl.DateTimeFormat(locale, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/** The audit log: who changed what, when, with old and new values. Entries cannot be changed. */
export function AuditPage({ userId, search, onSearch }: Props) {
  const log = useInfiniteQuery(auditQueries.entries(userId, search))
  const actors = useQuery(auditQueries.actors(userId))
  const { role } = useViewer()

  function content(): ReactNode {
    if (!log.data) return <Pending query={log} skeleton={<TableSkeleton rows={6} />} />
    const saves = groupEntries(log.data.pages.flat())
    if (saves.length === 0 && isNarrowed(search))
      return (
        <NoMatch
          title={messages.noEntriesMatchYourSearch}
          onClear={() => onSearch(WHOLE_LOG, { replace: false })}
        />
      )
    if (saves.length === 0)
      return <EmptyState title={common.nothingChanged}>{messages.administratorActionsAppearHere}</EmptyState>
    return (
      <div
        aria-busy={log.isPlaceholderData || undefined}
        className="grid gap-6 transition-opacity aria-busy:opacity-60"
      >
        {byDay(saves).map(([day, ofDay]) => (
          <section key={day} aria-label={day}>
            <h3 className="mb-2 font-medium text-[13px] text-ink-soft">{day}</h3>
            <ul className="card overflow-hidden">
              {ofDay.map((saved) => (
                <SavedItem
                  key={saved.id}
                  saved={saved}
                  undo={
                    role === 'administrator' &&
                    !isTakenBack(saved, saves) && (
                      <Undo entry={saved.entry} onUndone={() => void log.refetch()} />
                    )
                  }
                />
              ))}
            </ul>
          </section>
        ))}
        <MoreButton list={log} className="justify-self-start" />
      </div>
    )
  }

  return (
    <section aria-label={heads.auditLog}>
      <SectionHeading>{heads.auditLog}</SectionHeading>
      <p className="mt-1.5 text-ink-soft">{messages.whatAdministratorsChangedEntriesCannot}</p>
      <div className="mt-4 mb-6 flex flex-wrap gap-2 md:mt-5 md:gap-3">
        <div className="flex min-w-0 flex-1 md:basis-full">
          <SearchField
            label={messages.searchTheAuditLog}
            value={search.search ?? ''}
            onSearch={(text) => onSearch({ search: text || undefined }, { replace: true })}
          />
        </div>
        <AuditFilters
          search={search}
          actors={actors.data}
          onChange={(next) => onSearch(next, { replace: false })}
        />
        {search.import && (
          <p className="mt-1 w-full text-[15px]">
            {messages.whatOneImportChangedRow}{' '}
            <button type="button" className="link" onClick={() => onSearch(WHOLE_LOG, { replace: false })}>
              {messages.showTheWholeLog}
            </button>
          </p>
        )}
      </div>
      {content()}
    </section>
  )
}

/** Takes back an import or a merge. */
function Undo({ entry, onUndone }: { entry: Saved['entry']; onUndone: () => void }) {
  const { table_name, action, row_id: id, after, created_at } = entry
  if (table_name === 'catalogue_imports' && action === 'update')
    return (
      <div className="mt-1.5">
        <UndoImport id={id} inLog onUndone={onUndone} />
      </div>
    )
  if (table_name === 'merges' && action === 'insert')
    return <UndoMerge id={id} name={textIn(after, 'gone_name') ?? ''} at={created_at} />
  return null
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/** Takes a merge of the log back while that is possible. */
function UndoMerge({ id, name, at }: { id: string; name: string; at: string }) {
  const { isBusy, takeBack } = useMerging()
  if (Date.parse(at) < Date.now() - WEEK_MS) return null
  return (
    <Button
      variant="quiet"
      size="sm"
      busy={isBusy}
      className="mt-1.5"
      aria-label={undoNamed({ name })}
      onClick={() => takeBack({ id, name })}
    >
      {common.undo}
    </Button>
  )
}

/** Whether a newer entry takes this one back. */
const isTakenBack = ({ id, entry }: Saved, saves: readonly Saved[]): boolean =>
  saves.some(
    (other) =>
      other.id > id &&
      other.entry.action === 'delete' &&
      other.entry.table_name === entry.table_name &&
      other.entry.row_id === entry.row_id,
  )

/** Groups saves by day, in the reader's time zone. */
function byDay(saves: readonly Saved[]): [day: string, saves: Saved[]][] {
  const days = new Map<string, Saved[]>()
  for (const saved of saves) {
    const day = DAY.format(new Date(saved.entry.created_at))
    days.set(day, [...(days.get(day) ?? []), saved])
  }
  return [...days]
}
