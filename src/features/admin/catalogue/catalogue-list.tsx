import {
  type UseMutationOptions,
  type UseQueryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode, Ref } from 'react'
import { useRef } from 'react'
import * as messages from '#messages/admin-catalogue.js'
import * as common from '#messages/common.js'
import type { Sorts } from '#shared/sort-orders.ts'
import { Button, buttonClass } from '~/components/ui/button'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { EmptyState } from '~/components/ui/empty-state'
import { LoadFailure } from '~/components/ui/load-failure'
import { SectionHeading } from '~/components/ui/section-heading'
import { type Column, DataTable } from '../data-table'
import type { ListRequest, ListSearch } from '../list-search'
import { NoMatch } from '../no-match'
import { formatNumber, Pager } from '../pager'
import { SearchField } from '../search-field'
import { SortSelect } from '../sort-select'
import { TableSkeleton } from '../table-skeleton'
import { useDeletion } from '../use-deletion'
import { type OnListSearch, useList } from '../use-list'
import { useSelection } from '../use-selection'
import { refreshCatalogue } from './refresh-catalogue'

type Entry = { id: string; name: string }
type Page<Row> = { rows: Row[]; total: number }

type Props<Row extends Entry, Sort extends string> = {
  /** Singular and plural of what is listed: 'tool', 'tools'. */
  noun: readonly [one: string, many: string]
  title: string
  /** Texts for an empty list: of a search, and in general. */
  empty: { noMatch: string; none: string }
  add: { to: '/admin/tools/new' | '/admin/categories/new'; label: string }
  /** Beside it. */
  links?: ReactNode
  editLink: (row: Row) => {
    to: '/admin/tools/edit/$id' | '/admin/categories/edit/$id'
    params: { id: string }
  }
  columns: readonly Column<Row, Sort>[]
  sorts: Sorts<Sort>
  sortNames: Readonly<Record<Sort, string>>
  search: ListSearch<Sort>
  onSearch: OnListSearch<Sort>
  query: (
    request: ListRequest<Sort>,
  ) => UseQueryOptions<Page<Row>, Error, Page<Row>, (string | ListRequest<Sort>)[]>
  /** Deletes the row; false if it was not there. */
  deletion: UseMutationOptions<boolean, Error, Row>
  /** What a deletion also deletes, and what stays. */
  renderLoss: (row: Row) => ReactNode
  /** More that can be done with one row. `onGone` takes the focus when it is no longer there. */
  renderAction?: (row: Row, onGone: () => void) => ReactNode
  /** What can be done with several rows; without it none can be selected. */
  renderBulk?: (selection: ReturnType<typeof useSelection<Row>>, onClear: () => void) => ReactNode
}

/** A list of the catalogue to search, sort, page through and delete from (section 2, Admin). */
export function CatalogueList<Row extends Entry, Sort extends string>(props: Props<Row, Sort>) {
  const { noun, title, empty, columns, editLink } = props
  const { request, find, sortBy, turnTo } = useList(props.search, props.sorts, props.onSearch)
  const { data, error, isPlaceholderData, refetch } = useQuery(props.query(request))
  const queryClient = useQueryClient()
  const router = useRouter()
  const heading = useRef<HTMLHeadingElement>(null)
  const selection = useSelection(data?.rows ?? [])
  const deletion = useDeletion<Row>({
    mutation: props.deletion,
    onDeleted: () => refreshCatalogue(queryClient),
    heading,
  })

  function content(): ReactNode {
    if (error && !data) return <LoadFailure error={error} onRetry={() => refetch()} />
    if (!data) return <TableSkeleton />
    if (data.total === 0 && request.search === '')
      return (
        <EmptyState title={empty.none}>
          <Link to={props.add.to} className={buttonClass({ className: 'mt-3' })}>
            {props.add.label}
          </Link>
        </EmptyState>
      )
    if (data.total === 0) return <NoMatch title={empty.noMatch} onClear={() => find('')} />
    return (
      <>
        <DataTable
          label={title}
          columns={columns}
          rows={data.rows}
          rowKey={({ id }) => id}
          sorting={request}
          onSort={sortBy}
          stale={isPlaceholderData}
          selection={props.renderBulk && selection}
          actionsWidth={props.renderAction && 'w-[252px]'}
          renderActions={(row) => (
            <div className="flex gap-1">
              {props.renderAction?.(row, () => heading.current?.focus({ preventScroll: true }))}
              <RowActions
                name={row.name}
                deleting={deletion.isPending(row)}
                onEdit={() => router.navigate(editLink(row))}
                onDelete={() => deletion.ask(row)}
              />
            </div>
          )}
        />
        <Pager page={request.page} total={data.total} onPage={turnTo} />
        {selection.rows.length > 0 &&
          props.renderBulk?.(selection, () => {
            selection.clear()
            heading.current?.focus({ preventScroll: true })
          })}
      </>
    )
  }

  return (
    <ListFrame
      title={title}
      total={data?.total ?? null}
      noun={noun}
      add={props.add}
      links={props.links}
      tools={
        <>
          <SearchField label={messages.search({ word: noun[1] })} value={request.search} onSearch={find} />
          <SortSelect choices={props.sortNames} value={request.sort} onChoose={sortBy} />
        </>
      }
      headingRef={heading}
    >
      {content()}
      {deletion.toDelete && (
        <ConfirmDialog
          alert
          title={messages.deleteQuestion({ word: noun[0] })}
          description={
            <>
              <span className="block text-ink">
                {messages.confirmDelete({ name: deletion.toDelete.name })}
              </span>
              <span className="mt-2 block text-sm">{props.renderLoss(deletion.toDelete)}</span>
            </>
          }
          confirm={common.deleteLabel}
          onCancel={deletion.cancel}
          onConfirm={deletion.confirm}
        />
      )}
    </ListFrame>
  )
}

type FrameProps = {
  title: string
  /** The total number of rows, with singular and plural. Null while loading. */
  total: number | null
  noun: readonly [one: string, many: string]
  add: { to: '/admin/tools/new' | '/admin/categories/new'; label: string }
  links: ReactNode
  /** Search field and sorting. */
  tools: ReactNode
  headingRef: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** The frame of the lists: heading, count, link to a new entry, search and sorting, the list. */
function ListFrame({ title, total, noun, add, links, tools, headingRef, children }: FrameProps) {
  return (
    <section aria-label={title}>
      <div
        className={`flex justify-between gap-x-4 md:items-center ${links ? 'max-md:flex-col' : 'items-center'}`}
      >
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-4">
          <SectionHeading ref={headingRef} tabIndex={-1}>
            {title}
          </SectionHeading>
          <p role="status" className="min-h-5 min-w-16 text-[13px] text-ink-faint leading-5 tabular-nums">
            {/* An empty line has another baseline. */}
            {total === null ? '\u00a0' : `${formatNumber(total)} ${total === 1 ? noun[0] : noun[1]}`}
          </p>
        </div>
        <div className="flex flex-wrap gap-2 max-md:gap-1.5 max-md:[&>a]:px-2.5 max-md:[&>a]:text-[13px]">
          {links}
          <Link to={add.to} className={buttonClass()}>
            {add.label}
          </Link>
        </div>
      </div>
      <div className="my-3 flex items-center gap-2 md:mt-5 md:mb-4 md:gap-3">{tools}</div>
      {children}
    </section>
  )
}

type RowActionsProps = {
  /** The row's name: the buttons are 'Edit {name}' and 'Delete {name}'. */
  name: string
  deleting: boolean
  onEdit: () => void
  onDelete: () => void
}

/** The actions of a row. */
function RowActions({ name, deleting, onEdit, onDelete }: RowActionsProps) {
  return (
    <>
      <Button variant="ghost" size="sm" onClick={onEdit} aria-label={common.editNamed({ name })}>
        {common.edit}
      </Button>
      <Button
        variant="ghost"
        size="sm"
        // Not disabled while it works, so that it keeps the focus.
        aria-disabled={deleting || undefined}
        aria-busy={deleting || undefined}
        onClick={() => deleting || onDelete()}
        aria-label={deleting ? undefined : messages.deleteNamed({ name })}
        className={deleting ? 'opacity-55' : 'hover:text-bad'}
      >
        {deleting ? common.deleting : common.deleteLabel}
      </Button>
    </>
  )
}
