import { type RefObject, useEffect } from 'react'

/**
 * Marks a row that scrolls sideways with `data-more-before` and `data-more-after` while there is more of it than is seen,
 * for its edges to fade.
 */
export function useScrollFade(row: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = row.current
    if (!element) return
    const update = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      element.toggleAttribute('data-more-before', scrollLeft > 1)
      element.toggleAttribute('data-more-after', scrollWidth - clientWidth - scrollLeft > 1)
    }
    const observer = new ResizeObserver(update)
    observer.observe(element)
    element.addEventListener('scroll', update, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', update)
    }
  }, [row])
}
