import { useSyncExternalStore } from 'react'

/** Section 9: below this a table's columns have no room. */
const NARROW = '(width < 768px)'

/** Whether the window is narrow now. For pages that exist in the browser only. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches)
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(NARROW)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
