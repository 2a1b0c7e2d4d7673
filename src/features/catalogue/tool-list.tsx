import { skipToken, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { EmptyState } from '~/components/ui/empty-state'
import { LoadFailure } from '~/components/ui/load-failure'
import * as messages from '~/messages/en/catalogue'
import { clearFilters, hasFacets, type ListSearch, PAGE_SIZE, type ToolListKey } from './list-search'
import { LIST, ToolListSkeleton } from './skeletons'
import type { ToolCardRow } from './tools-data'
import { toolQueries } from './tools-data'

type Props = {
  search: ListSearch
  /** Undefined while loading. */
  list: ToolListKey | undefined
  /** Number of skeleton rows for the first page. */
  skeletonRows: number
  empty: string
  /** Actions offered when the list is empty. */
  emptyHelp?: ReactNode
  /** Wider lists offered when the filters leave nothing. */
  wider?: ReactNode
  renderTools: (tools: ToolCardRow[]) => ReactNode
}

/** A list of tool cards, opened page by page, in each of its states: loading, failed, empty, shown. */
export function ToolList({ search, list, skeletonRows, empty, emptyHelp, wider, renderTools }: Props) {
  const { show: shown = PAGE_SIZE } = search
  const { data: first, error, refetch } = useToolPage(list, 0)
  const [hasWaited, setHasWaited] = useState(false)
  if (error && !first) return <LoadFailure error={error} onRetry={refetch} />
  if (!first || !list) {
    if (!hasWaited) setHasWaited(true)
    return (
      <ul className={`${LIST} min-h-lvh`} aria-busy="true">
        <ToolListSkeleton rows={skeletonRows} />
      </ul>
    )
  }
  // Keeps the height it had while loading: otherwise a short list would scroll the page.
  const height = hasWaited ? 'min-h-lvh' : ''
  if (first.total === 0) {
    const isNarrowed = search.categories || hasFacets(search)
    return (
      <div className={height}>
        <EmptyState title={isNarrowed ? messages.noToolsMatch : empty}>
          {isNarrowed ? (
            <>
              {wider}
              <Link to="." search={clearFilters(search)} className="text-accent underline">
                {messages.clearTheFilters}
              </Link>
            </>
          ) : (
            emptyHelp
          )}
        </EmptyState>
      </div>
    )
  }
  const pages = Math.ceil(Math.min(shown, first.total ?? 0) / PAGE_SIZE)
  // Results of a search are ordered by relevance.
  const List = list.query === undefined ? 'ul' : 'ol'
  return (
    <List className={`${LIST} ${height}`}>
      {renderTools(first.tools)}
      {Array.from({ length: pages - 1 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is identified by its position in the list.
        <FurtherPage key={index} list={list} page={index + 1} renderTools={renderTools} />
      ))}
    </List>
  )
}

type PageProps = Pick<Props, 'renderTools'> & { list: ToolListKey; page: number }

/** A further page. Load More has loaded it already; opened by URL it may still be loading. */
function FurtherPage({ list, page, renderTools }: PageProps) {
  const { data, error, refetch } = useToolPage(list, page)
  if (data) return renderTools(data.tools)
  if (!error) return <ToolListSkeleton rows={PAGE_SIZE} />
  return (
    <li className="py-5">
      <LoadFailure error={error} onRetry={refetch} />
    </li>
  )
}

/** One page of a list; the first includes the total. Sends no request while the list is unknown. */
export function useToolPage(list: ToolListKey | undefined, page: number) {
  return useQuery(list ? toolQueries.page(list, page) : { queryKey: ['tools', 'none'], queryFn: skipToken })
}
