import { useEffect, useState } from 'react'
import type { Bell } from './bell'

/** Members only: visitors never download it. Where that fails there is none, and the page is as it was. */
export function LazyBell() {
  const [Loaded, setLoaded] = useState<typeof Bell>()
  useEffect(() => {
    import('./bell').then(
      (part) => setLoaded(() => part.Bell),
      () => undefined,
    )
  }, [])
  return Loaded && <Loaded />
}
