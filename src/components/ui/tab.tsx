import { Tabs } from 'radix-ui'
import { type PointerEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { DIRECTION } from '~/lib/texts'

/** For a tab. The underline is no border of the tab: the rounded corners of the focus ring would bend it. */
export const tabProps = {
  className:
    'relative shrink-0 py-3 font-medium whitespace-nowrap text-ink-soft transition-colors after:absolute after:inset-x-0 after:-bottom-px hover:text-ink data-[state=active]:text-ink data-[state=active]:after:border-b-2 data-[state=active]:after:border-accent',
  /** Radix focuses a pressed tab by script, which shows the ring where nothing had the focus before. */
  onPointerDown: ({ currentTarget }: PointerEvent<HTMLElement>) =>
    currentTarget.focus({ focusVisible: false }),
}

type Props = { label: string; selected: string | undefined; className: string; children: ReactNode }

/** A row of tabs. On a narrow screen it scrolls sideways; the selected one is visible. */
export function TabList({ label, selected, className, children }: Props) {
  const row = useRef<HTMLDivElement>(null)
  useScroll(row, selected)
  return (
    <Tabs.List
      ref={row}
      aria-label={label}
      className={`-mx-[18px] flex gap-6 *:focus-visible:-outline-offset-2 overflow-x-auto border-line border-b px-[18px] pb-px [scrollbar-width:none] data-more-right:mask-r-from-[calc(100%-56px)] data-more-left:mask-l-from-[calc(100%-56px)] md:mx-0 md:px-0 ${className}`}
    >
      {children}
    </Tabs.List>
  )
}

/**
 * Scrolls a row sideways to its selected tab, again when a tab changes its width, as by a count that arrives. Sets
 * `data-more-left` and `data-more-right` while content is hidden there, so that the row's edges fade.
 */
function useScroll(row: RefObject<HTMLElement | null>, selected: string | undefined): void {
  useEffect(() => {
    const element = row.current
    if (!element) return
    const fade = () => {
      const hidden = element.scrollWidth - element.clientWidth
      // Where text runs from right to left, the beginning is at the right, and numbers from there are negative.
      const left = (DIRECTION === 'rtl' ? hidden : 0) + element.scrollLeft
      element.toggleAttribute('data-more-left', left > 1)
      element.toggleAttribute('data-more-right', hidden - left > 1)
    }
    const observer = new ResizeObserver(() => {
      const active = selected && element.querySelector('[data-state=active]')
      if (active) element.scrollBy({ left: centreOf(active) - centreOf(element) })
      fade()
    })
    for (const each of [element, ...element.children]) observer.observe(each)
    element.addEventListener('scroll', fade, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', fade)
    }
  }, [row, selected])
}

function centreOf(element: Element): number {
  const { left, width } = element.getBoundingClientRect()
  return left + width / 2
}
