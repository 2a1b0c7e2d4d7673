import {
  type UseMutationOptions,
  type UseQueryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { Button } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { LoadFailure } from '~/components/ui/load-failure'
import { type Column, DataTable } from '../data-table'
import { DeleteDialog } from '../delete-dialog'
import { ListFrame } from '../list-frame'
import type { ListRequest, ListSearch, Sorts } from '../list-search'
import { Pager } from '../pager'
import { RowActions } from '../row-actions'
import { SearchField } from '../search-field'
import { SortSelect } from '../sort-select'
import { TableSkeleton } from '../table-skeleton'
import { useDeletion } from '../use-deletion'
import { type OnListSearch, useList } from '../use-list'
import { refreshCatalogue } from './refresh-catalogue'

type Entry = { id: string; name: string }
type Page<Row> = { rows: Row[]; total: number }

type Props<Row extends Entry, Sort extends string> = {
  /** One and many of what is listed: 'tool', 'tools'. */
  noun: readonly [one: string, many: string]
  title: string
  /** What stands where there is nothing: for a search, and at all. */
  empty: { noMatch: string; none: string }
  add: { to: '/admin/tools/new' | '/admin/categories/new'; label: string }
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
  /** Deletes it; false when it was not there. */
  deletion: UseMutationOptions<boolean, Error, Row>
  /** What a deletion takes along, and what it leaves. */
  renderLoss: (row: Row) => ReactNode
}

/** A list of the catalogue to search, sort, page through and delete from (section 2, Admin). */
export function CatalogueList<Row extends Entry, Sort extends string>(props: Props<Row, Sort>) {
  const { noun, title, empty, columns, editLink } = props
  const { request, find, sortBy, turnTo } = useList(props.search, props.sorts, props.onSearch)
  const { data, error, isPlaceholderData, refetch } = useQuery(props.query(request))
  const queryClient = useQueryClient()
  const router = useRouter()
  const heading = useRef<HTMLHeadingElement>(null)
  const deletion = useDeletion<Row>({
    mutation: props.deletion,
    onDeleted: () => refreshCatalogue(queryClient),
    heading,
  })

  function content(): ReactNode {
    if (error && !data) return <LoadFailure error={error} onRetry={() => refetch()} />
    if (!data) return <TableSkeleton />
    if (data.total === 0 && request.search === '') return <EmptyState title={empty.none} />
    if (data.total === 0)
      return (
        <EmptyState title={empty.noMatch}>
          <Button variant="quiet" className="mt-3" onClick={() => find('')}>
            Clear search
          </Button>
        </EmptyState>
      )
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
          renderActions={(row) => (
            <RowActions
              id={row.id}
              name={row.name}
              deleting={deletion.isPending(row)}
              onEdit={() => router.navigate(editLink(row))}
              onDelete={() => deletion.ask(row)}
            />
          )}
        />
        <Pager page={request.page} total={data.total} onPage={turnTo} />
      </>
    )
  }

  return (
    <ListFrame
      title={title}
      total={data?.total ?? null}
      noun={noun}
      add={props.add}
      tools={
        <>
          <SearchField label={`Search ${noun[1]}`} value={request.search} onSearch={find} />
          <SortSelect choices={props.sortNames} value={request.sort} onChoose={sortBy} />
        </>
      }
      headingRef={heading}
    >
      {content()}
      {deletion.asked && (
        <DeleteDialog
          title={`Delete ${noun[0]}?`}
          name={deletion.asked.name}
          onCancel={deletion.cancel}
          onDelete={deletion.confirm}
        >
          {props.renderLoss(deletion.asked)}
        </DeleteDialog>
      )}
    </ListFrame>
  )
}
