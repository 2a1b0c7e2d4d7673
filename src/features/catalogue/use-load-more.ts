import { useRef, useState } from 'react'
import { useQueries } from '~/lib/queries-provider'
import { PAGE_SIZE, type ToolListKey } from './tool-lists'
import { toolQueries } from './tool-queries'

/** For this long after Load More was pressed it does not answer (section 9). */
const LOCK_MS = 300

type LoadMore = { load: () => Promise<void>; prefetch: () => void; busy: boolean; failed: boolean }

/** Fetches the page after the shown ones, then calls `onShow` with the new length. */
export function useLoadMore(
  list: ToolListKey,
  shown: number,
  onShow: (shown: number) => Promise<void>,
): LoadMore {
  const queries = useQueries()
  const locked = useRef(false)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const fetchNext = async () => {
    const queryClient = await queries.load('Failed to fetch tools')
    await queryClient.fetchQuery(toolQueries.page(list, shown / PAGE_SIZE))
  }

  async function load() {
    if (locked.current) return
    locked.current = true
    setBusy(true)
    setFailed(false)
    const unlock = new Promise((resolve) => setTimeout(resolve, LOCK_MS))
    try {
      await fetchNext()
      await onShow(shown + PAGE_SIZE)
    } catch {
      setFailed(true)
    }
    await unlock
    locked.current = false
    setBusy(false)
  }

  return { load, prefetch: () => void fetchNext().catch(() => undefined), busy, failed }
}
