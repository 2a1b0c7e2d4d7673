import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { toolQueries } from './tool-queries'
import { PAGE_SIZE, type ToolListKey } from './tools-data'

/** For this long after Load More was pressed it does not answer (section 9). */
const LOCK_MS = 300

type LoadMore = { load: () => Promise<void>; prefetch: () => void; busy: boolean; failed: boolean }

/** Fetches the page after the shown ones, then calls `onShow` with the new length. */
export function useLoadMore(
  list: ToolListKey,
  shown: number,
  onShow: (shown: number) => Promise<void>,
): LoadMore {
  const queryClient = useQueryClient()
  const locked = useRef(false)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const next = toolQueries.page(list, shown / PAGE_SIZE)

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
    await unlock
    locked.current = false
    setBusy(false)
  }

  return { load, prefetch: () => void queryClient.prefetchQuery(next), busy, failed }
}
