import { useLayoutEffect } from 'react'

/**
 * For what stands for a page on its way: begins at its top, as the page will. The router scrolls only when that is there,
 * and until then what stood below would be seen.
 */
export function useTopOfPage(): void {
  useLayoutEffect(() => {
    window.scrollTo({ top: 0, behavior: 'instant' })
  }, [])
}
