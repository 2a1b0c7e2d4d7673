import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { PAGE_SIZE } from './list-search'
import type { ShownTools } from './tool-list'

/** Load More is disabled for this long after a press (section 9). */
const LOCK_MS = 300

/** Skeletons appear if loading takes longer; within this time shifts count as caused by the press. */
const PENDING_MS = 120

type LoadMore = {
  load: () => Promise<void>
  prefetch: () => void
  busy: boolean
  pending: boolean
  failed: boolean
}

/** Fetches the next page, then calls `onShow` with the new length, unless another page or list was opened meanwhile. */
export function useLoadMore(tools: ShownTools, onShow: (shown: number) => Promise<void>): LoadMore {
  const { shown, isShort, isReadWhole, isFetching, isFetchNextPageError, fetchNextPage } = tools
  const router = useRouter()
  const locked = useRef(false)
  const [busy, setBusy] = useState(false)
  // The length the list is being opened to: skeletons and tools are swapped in one render.
  const [pendingAt, setPendingAt] = useState<number>()
  const [failed, setFailed] = useState(false)

  // The list was opened further than it was read: by Back, or because a page brought tools that are shown already.
  const isDue = isShort && !isFetching && !isFetchNextPageError
  useEffect(() => {
    if (isDue) void fetchNextPage()
  }, [isDue, fetchNextPage])

  /** Joins a request in progress. */
  const fetchNext = async () => {
    if (isReadWhole) await fetchNextPage({ cancelRefetch: false, throwOnError: true })
  }

  async function load() {
    if (locked.current) return
    locked.current = true
    setBusy(true)
    setFailed(false)
    const { href } = router.latestLocation
    const unlock = new Promise((resolve) => setTimeout(resolve, LOCK_MS))
    const pend = setTimeout(() => setPendingAt(shown), PENDING_MS)
    try {
      await fetchNext()
      if (router.latestLocation.href === href && !isShort) await onShow(shown + PAGE_SIZE)
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
    pending: pendingAt === shown || (isShort && isFetching),
    failed: failed || (isShort && isFetchNextPageError),
  }
}
