import { Tabs } from 'radix-ui'
import { type PointerEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'

/** For a tab. The underline is no border: the rounded corners of the focus ring would bend it. */
export const tabProps = {
  className:
    'relative shrink-0 py-3 font-medium whitespace-nowrap text-ink-soft transition-colors after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 hover:text-ink data-[state=active]:text-ink data-[state=active]:after:bg-accent',
  /** Radix focuses a pressed tab by script, which shows the ring where nothing had the focus before. */
  onPointerDown: ({ currentTarget }: PointerEvent<HTMLElement>) =>
    currentTarget.focus({ focusVisible: false }),
}

type Props = { label: string; selected: string | undefined; className: string; children: ReactNode }

/** A row of tabs. On a narrow screen it scrolls sideways; the selected one is visible. */
export function TabList({ label, selected, className, children }: Props) {
  const row = useRef<HTMLDivElement>(null)
  useScrollFade(row)
  useEffect(() => {
    const active = selected && row.current?.querySelector('[data-state=active]')
    if (active) active.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [selected])
  return (
    <Tabs.List
      ref={row}
      aria-label={label}
      className={`-mx-[18px] flex gap-6 *:focus-visible:-outline-offset-2 overflow-x-auto border-line border-b px-[18px] pb-px [scrollbar-width:none] data-more-after:mask-r-from-[calc(100%-56px)] data-more-before:mask-l-from-[calc(100%-56px)] md:mx-0 md:px-0 ${className}`}
    >
      {children}
    </Tabs.List>
  )
}

/**
 * Sets `data-more-before` and `data-more-after` on a row that scrolls sideways while content is hidden there, so that
 * its edges fade.
 */
function useScrollFade(row: RefObject<HTMLElement | null>): void {
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
