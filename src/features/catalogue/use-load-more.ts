import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { PAGE_SIZE, type ToolListKey } from './list-search'
import { toolQueries } from './tools-data'

/** For this long after Load More was pressed it does not answer (section 9). */
const LOCK_MS = 300

/** Skeletons stand for the tools if they take longer than this: while the page may still move for the press. */
const PENDING_MS = 120

type LoadMore = {
  load: () => Promise<void>
  prefetch: () => void
  busy: boolean
  pending: boolean
  failed: boolean
}

/** Fetches the page after the shown ones, then calls `onShow` with the new length. */
export function useLoadMore(
  list: ToolListKey,
  shown: number,
  onShow: (shown: number) => Promise<void>,
): LoadMore {
  const queryClient = useQueryClient()
  const locked = useRef(false)
  const [busy, setBusy] = useState(false)
  // The length the list has while it is opened further: the skeletons go in the picture in which the tools come.
  const [pendingAt, setPendingAt] = useState<number>()
  const [failed, setFailed] = useState(false)
  const fetchNext = () => queryClient.fetchQuery(toolQueries.page(list, shown / PAGE_SIZE))

  async function load() {
    if (locked.current) return
    locked.current = true
    setBusy(true)
    setFailed(false)
    const unlock = new Promise((resolve) => setTimeout(resolve, LOCK_MS))
    const pend = setTimeout(() => setPendingAt(shown), PENDING_MS)
    try {
      await fetchNext()
      await onShow(shown + PAGE_SIZE)
    } catch {
      setFailed(true)
      setPendingAt(undefined)
    }
    clearTimeout(pend)
    await unlock
    locked.current = false
    setBusy(false)
    setPendingAt(undefined)
  }

  return {
    load,
    prefetch: () => void fetchNext().catch(() => undefined),
    busy,
    pending: pendingAt === shown,
    failed,
  }
}
