import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { toolQueries } from './tool-queries'
import { PAGE_SIZE, type ToolCardRow } from './tools-data'

/** For this long after Load More was pressed it does not answer (section 9). */
const LOCK_MS = 300

export type ToolList = {
  /** The tools so far, page by page, each tool once. */
  pages: ToolCardRow[][]
  /** How many there are in all; null until known. */
  total: number | null
  /** How many pages are still on their way. */
  pending: number
  error: Error | null
  retry: () => void
}

/** The first `shown` tools of a list. `categoryIds` is undefined while the categories are not known yet. */
export function useToolList(categoryIds: readonly string[] | undefined, shown: number): ToolList {
  const wanted = Math.ceil(shown / PAGE_SIZE)
  const results = useQueries({
    queries: Array.from({ length: wanted }, (_, page) => ({
      ...toolQueries.page(categoryIds ?? [], page),
      enabled: categoryIds !== undefined,
    })),
  })

  // A tool added meanwhile moves the others down: the same one may then come on two pages.
  const seen = new Set<string>()
  const isNew = ({ id }: ToolCardRow) => !seen.has(id) && seen.add(id)
  const pages = results.flatMap(({ data }) => (data ? [data.tools.filter(isNew)] : []))
  const total = results[0]?.data?.total ?? null
  const pagesThere = total === null ? wanted : Math.max(1, Math.min(wanted, Math.ceil(total / PAGE_SIZE)))

  return {
    pages,
    total,
    pending: results.slice(0, pagesThere).filter(({ isPending, isError }) => isPending && !isError).length,
    error: results.find(({ error }) => error)?.error ?? null,
    retry: () => {
      for (const result of results) if (result.error) void result.refetch()
    },
  }
}

type LoadMore = { load: () => Promise<void>; prefetch: () => void; busy: boolean; failed: boolean }

/** Fetches the page after the shown ones, then calls `onShow` with the new length. */
export function useLoadMore(
  categoryIds: readonly string[],
  shown: number,
  onShow: (shown: number) => Promise<void>,
): LoadMore {
  const queryClient = useQueryClient()
  const locked = useRef(false)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const next = toolQueries.page(categoryIds, shown / PAGE_SIZE)

  async function load() {
    if (locked.current) return
    locked.current = true
    setBusy(true)
    setFailed(false)
    const unlock = new Promise((resolve) => setTimeout(resolve, LOCK_MS))
    try {
      await queryClient.fetchQuery(next)
      await onShow(shown + PAGE_SIZE)
    } catch {
      setFailed(true)
    }
    setBusy(false)
    await unlock
    locked.current = false
  }

  return { load, prefetch: () => void queryClient.prefetchQuery(next), busy, failed }
}
