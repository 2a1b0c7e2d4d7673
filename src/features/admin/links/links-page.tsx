import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import * as heads from '#messages/admin-heads.js'
import * as common from '#messages/common.js'
import * as messages from '#messages/links.js'
import { Ago } from '~/components/ago'
import { useViewer } from '~/components/layout/use-viewer'
import { Button, buttonClass } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { Pending } from '~/components/ui/pending'
import { SectionHeading } from '~/components/ui/section-heading'
import { servesItsBackend } from '~/lib/environment'
import { useSite } from '~/lib/site-data'
import { DataTable } from '../data-table'
import { FilterButtons } from '../filter-buttons'
import { formatNumber, Pager } from '../pager'
import { SelectedRows } from '../selected-rows'
import { TableSkeleton } from '../table-skeleton'
import { useSelection } from '../use-selection'
import { linkColumns } from './link-columns'
import type { LinksSearch } from './links-data'
import { type CheckedLink, type LinkStatus, linksQuery } from './links-data'
import { movesOf, useLinkActions } from './use-link-actions'

type Props = { search: LinksSearch; onSearch: (search: LinksSearch) => void }

/** The links that are dead, have moved, or are slow, to mend; and how far the checks are (decision 191). */
export function LinksPage({ search, onSearch }: Props) {
  const site = useSite()
  const { data, error, refetch, isPlaceholderData } = useQuery(linksQuery(search))

  function content(): ReactNode {
    if (!data) return <Pending query={{ error, refetch }} skeleton={<TableSkeleton />} />
    if (!data.status.is_on) return <Off />
    return <Lists {...data} isStale={isPlaceholderData} search={search} onSearch={onSearch} />
  }

  return (
    <section aria-labelledby="links">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <SectionHeading id="links">{heads.links}</SectionHeading>
        <Link to="/admin/tools" className="link text-sm pointer-coarse:py-3">
          {common.itemsTitle(site)}
        </Link>
      </div>
      <div className="mt-2">{content()}</div>
    </section>
  )
}

function Off() {
  const { role } = useViewer()
  return (
    <EmptyState title={messages.offTitle}>
      {servesItsBackend() && <p>{messages.offHint}</p>}
      {servesItsBackend() && role === 'administrator' && (
        <Link to="/admin/site" className={buttonClass({ variant: 'quiet', className: 'mt-3' })}>
          {heads.siteSettings}
        </Link>
      )}
    </EmptyState>
  )
}

type ListsProps = Props & { status: LinkStatus; rows: CheckedLink[]; total: number; isStale: boolean }

function Lists({ status, rows, total, isStale, search, onSearch }: ListsProps) {
  const selection = useSelection(rows)
  const { isBusy, checkAgain, mend } = useLinkActions()
  const top = useRef<HTMLDivElement>(null)
  const { dead, moved, slow, refused } = status

  /** The button that had the focus goes. */
  const focusTop = () =>
    top.current?.querySelector<HTMLElement>('[aria-pressed=true]')?.focus({ preventScroll: true })

  /** What was not sent stays selected. */
  function run(act: typeof mend, links: readonly CheckedLink[]): void {
    focusTop()
    act(links, (ids) => selection.remove(ids))
  }

  return (
    <div ref={top}>
      <Progress status={status} />
      <FilterButtons
        legend={common.show}
        choices={messages.states}
        counts={{ dead, moved, slow, refused }}
        noun={messages.linkNoun}
        value={search.state}
        onChoose={(state) => onSearch({ state, page: 1 })}
        className="mt-4 mb-4 flex md:w-fit"
      />
      {search.state === 'refused' && (
        <p className="mb-4 max-w-[70ch] text-[13px] text-ink-soft">{messages.refusedHint}</p>
      )}
      {total === 0 && !isStale && <EmptyState title={messages.none[search.state]} />}
      {total > 0 && (
        <>
          <DataTable
            label={messages.states[search.state]}
            columns={linkColumns({ isBusy, mend: (links) => run(mend, links) })}
            rows={rows}
            stale={isStale}
            selection={selection}
            renderActions={(link) => (
              <Button
                variant="ghost"
                size="sm"
                busy={isBusy}
                aria-label={messages.againNamed({ name: link.name })}
                onClick={() => checkAgain([link])}
              >
                {messages.again}
              </Button>
            )}
          />
          <Pager page={search.page} total={total} onPage={(page) => onSearch({ ...search, page })} />
        </>
      )}
      <SelectedRows
        selection={selection}
        onClear={() => {
          selection.clear()
          focusTop()
        }}
      >
        {movesOf(selection.rows).length > 0 && (
          <Button variant="quiet" size="sm" busy={isBusy} onClick={() => run(mend, selection.rows)}>
            {messages.takeNew}
          </Button>
        )}
        <Button variant="quiet" size="sm" busy={isBusy} onClick={() => run(checkAgain, selection.rows)}>
          {messages.again}
        </Button>
      </SelectedRows>
    </div>
  )
}

/** How many are not due. */
function Progress({ status: { tools, due, last_at } }: { status: LinkStatus }) {
  const text = messages.progress({ checked: formatNumber(tools - due), all: formatNumber(tools) })
  return (
    <div className="grid max-w-md gap-1.5 text-[13px] text-ink-faint tabular-nums">
      <p className="byline">
        <span>{text}</span>
        {last_at !== null && <Ago at={last_at} say={messages.lastCheck} />}
      </p>
      {due > 0 && (
        <progress
          aria-label={messages.progressLabel}
          value={tools - due}
          max={tools}
          className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
        />
      )}
    </div>
  )
}
