import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { Fragment, type ReactNode, useMemo, useState } from 'react'
import * as messages from '#messages/catalogue.js'
import { EmptyState } from '~/components/ui/empty-state'
import { LoadFailure } from '~/components/ui/load-failure'
import { useSite } from '~/lib/site-data'
import { type ToolCardRow, type ToolPage, toolListQuery } from './catalogue-data'
import { clearFilters, hasFacets, type ListSearch, PAGE_SIZE, type ToolListKey } from './list-search'
import { LIST, ToolListSkeleton } from './skeletons'

type Props = {
  search: ListSearch
  /** Undefined while loading. */
  list: ToolListKey | undefined
  tools: ShownTools
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
export function ToolList(props: Props) {
  const { search, list, tools, skeletonRows, empty, emptyHelp, wider, renderTools } = props
  const { first, pages, error, refetch } = tools
  const [hasWaited, setHasWaited] = useState(false)
  const site = useSite()
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
        <EmptyState title={isNarrowed ? messages.noToolsMatch(site) : empty}>
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
  // Results of a search are ordered by relevance.
  const List = list.query === undefined ? 'ul' : 'ol'
  return (
    <List className={`${LIST} ${height}`}>
      {pages.map((page, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is identified by its position in the list.
        <Fragment key={index}>{renderTools(page)}</Fragment>
      ))}
    </List>
  )
}

export type ShownTools = ReturnType<typeof useTools>

/**
 * A list as far as it is opened, by the URL or, beyond what that may open, by this history entry. Sends no request
 * while the list is unknown.
 */
export function useTools(list: ToolListKey | undefined, { show = PAGE_SIZE }: ListSearch) {
  const opened = useLocation({ select: ({ state }) => state.shown })
  const shown = Math.max(show, opened ?? 0)
  const query = useInfiniteQuery({
    ...toolListQuery(list ?? { categoryIds: [] }, show),
    enabled: list !== undefined,
  })
  const data = list && query.data
  const { pages, count, isReadWhole } = useMemo(() => openPages(data?.pages ?? [], shown), [data, shown])
  return {
    ...query,
    first: data?.pages[0],
    pages,
    /** How far the list is opened, and how many tools of it are shown. */
    shown,
    count,
    /** Nothing was read beyond what is shown. */
    isReadWhole,
    isShort: count < shown && query.hasNextPage,
    hasMore: query.hasNextPage || !isReadWhole,
  }
}

/** The opened part of the pages, each tool once: one that moved down between two reads is on both pages. */
function openPages(pages: readonly ToolPage[], shown: number) {
  const seen = new Set<string>()
  let isReadWhole = true
  const opened = pages.map(({ tools }) =>
    tools.filter(({ id }) => {
      if (seen.has(id)) return false
      isReadWhole &&= seen.size < shown
      return isReadWhole && seen.add(id)
    }),
  )
  return { pages: opened.filter((tools) => tools.length > 0), count: seen.size, isReadWhole }
}
