import {
  type UseMutationOptions,
  type UseQueryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { wasDeleted } from '#messages/admin.js'
import * as messages from '#messages/admin-catalogue.js'
import * as common from '#messages/common.js'
import type { CategorySort, Sorts, ToolSort } from '#shared/sort-orders.ts'
import { Button, buttonClass } from '~/components/ui/button'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { EmptyState } from '~/components/ui/empty-state'
import { Pending } from '~/components/ui/pending'
import { SectionHeading } from '~/components/ui/section-heading'
import { recheckAdmin } from '~/lib/admin-status-data'
import { focusOnceLost } from '~/lib/focus-once-lost'
import { notify } from '~/lib/notify'
import { type Column, DataTable } from '../data-table'
import { type ListRequest, type ListSearch, type OnListSearch, toListRequest } from '../list-search'
import { NoMatch } from '../no-match'
import { formatNumber, Pager } from '../pager'
import { SearchField } from '../search-field'
import { SortSelect } from '../sort-select'
import { TableSkeleton } from '../table-skeleton'
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
export function CatalogueList<Row extends Entry, Sort extends ToolSort | CategorySort>(
  props: Props<Row, Sort>,
) {
  const { noun, title, empty, columns, add, links, editLink, sorts, onSearch } = props
  const request = toListRequest(props.search, sorts)
  const { data, error, isPlaceholderData, refetch } = useQuery(props.query(request))
  const queryClient = useQueryClient()
  const router = useRouter()
  const heading = useRef<HTMLHeadingElement>(null)
  const selection = useSelection(data?.rows ?? [])
  const { mutateAsync } = useMutation(props.deletion)
  const [toDelete, setToDelete] = useState<Row | null>(null)
  const [deleting, setDeleting] = useState<readonly string[]>([])

  /** After the confirmation; reports the result (section 8). */
  async function remove(row: Row): Promise<void> {
    setToDelete(null)
    setDeleting((ids) => [...ids, row.id])
    try {
      const found = await mutateAsync(row)
      // Not there: someone else was first, unless the right is gone, which AdminsOnly reports.
      if (!found && !(await recheckAdmin(queryClient))) return
      notify.success(wasDeleted({ name: row.name }))
      await refreshCatalogue(queryClient)
      focusOnceLost(() => heading.current)
    } catch {
      // The query client reports it.
    } finally {
      setDeleting((ids) => ids.filter((id) => id !== row.id))
    }
  }

  /** While typing the history entry is replaced, not added per letter. */
  const find = (text: string) => onSearch({ search: text || undefined, page: undefined }, { replace: true })

  /** Sorts by a column in its natural direction; a second time reverses it. */
  function sortBy(sort: Sort): void {
    const isReversed = sort === request.sort && request.descending === sorts.descending.includes(sort)
    const order = isReversed ? (request.descending ? 'asc' : 'desc') : undefined
    onSearch({ sort, order, page: undefined }, { replace: false })
  }

  const focusHeading = () => heading.current?.focus({ preventScroll: true })

  function content(): ReactNode {
    if (!data) return <Pending query={{ error, refetch }} skeleton={<TableSkeleton />} />
    if (data.total === 0 && request.search === '')
      return (
        <EmptyState title={empty.none}>
          <Link to={add.to} className={buttonClass({ className: 'mt-3' })}>
            {add.label}
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
          sorting={request}
          onSort={sortBy}
          stale={isPlaceholderData}
          selection={props.renderBulk && selection}
          actionsWidth={props.renderAction && 'w-[252px]'}
          renderActions={(row) => (
            <div className="flex gap-1">
              {props.renderAction?.(row, focusHeading)}
              <Button
                variant="ghost"
                size="sm"
                onClick={() => router.navigate(editLink(row))}
                aria-label={common.editNamed({ name: row.name })}
              >
                {common.edit}
              </Button>
              <DeleteButton
                name={row.name}
                deleting={deleting.includes(row.id)}
                onDelete={() => setToDelete(row)}
              />
            </div>
          )}
        />
        <Pager
          page={request.page}
          total={data.total}
          onPage={(page) => onSearch({ page }, { replace: false })}
        />
        {selection.rows.length > 0 &&
          props.renderBulk?.(selection, () => {
            selection.clear()
            focusHeading()
          })}
      </>
    )
  }

  return (
    <section aria-label={title}>
      <div
        className={`flex justify-between gap-x-4 gap-y-1 md:items-center ${links ? 'max-md:flex-col' : 'items-center'}`}
      >
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-4">
          <SectionHeading ref={heading} tabIndex={-1}>
            {title}
          </SectionHeading>
          <p role="status" className="min-h-5 min-w-16 text-[13px] text-ink-faint leading-5 tabular-nums">
            {/* An empty line has another baseline. */}
            {data ? `${formatNumber(data.total)} ${noun[data.total === 1 ? 0 : 1]}` : '\u00a0'}
          </p>
        </div>
        <div className="flex flex-wrap gap-2 max-md:gap-1.5 max-md:[&>a]:px-2.5 max-md:[&>a]:text-[13px]">
          {links}
          <Link to={add.to} className={buttonClass()}>
            {add.label}
          </Link>
        </div>
      </div>
      <div className="mt-2 mb-3 flex flex-wrap items-center gap-2 md:mt-5 md:mb-4 md:gap-3">
        <SearchField label={messages.search({ word: noun[1] })} value={request.search} onSearch={find} />
        <SortSelect names={sorts.names} value={request.sort} onChoose={sortBy} />
      </div>
      {content()}
      {toDelete && (
        <ConfirmDialog
          alert
          title={messages.deleteQuestion({ word: noun[0] })}
          description={
            <>
              <span className="block text-ink">{messages.confirmDelete({ name: toDelete.name })}</span>
              <span className="mt-2 block text-sm">{props.renderLoss(toDelete)}</span>
            </>
          }
          confirm={common.deleteLabel}
          onCancel={() => setToDelete(null)}
          onConfirm={() => void remove(toDelete)}
        />
      )}
    </section>
  )
}

/** Not disabled while it works, so that it keeps the focus. */
function DeleteButton({
  name,
  deleting,
  onDelete,
}: {
  name: string
  deleting: boolean
  onDelete: () => void
}) {
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-disabled={deleting || undefined}
      aria-busy={deleting || undefined}
      onClick={() => deleting || onDelete()}
      aria-label={deleting ? undefined : messages.deleteNamed({ name })}
      className={deleting ? 'opacity-55' : 'hover:text-bad'}
    >
      {deleting ? common.deleting : common.deleteLabel}
    </Button>
  )
}
