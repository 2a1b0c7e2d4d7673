import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/compare.js'
import { Button, buttonClass } from '~/components/ui/button'
import { Icon } from '~/components/ui/icon'
import { useSite } from '~/lib/site-data'
import { clear, getTray, subscribeToTray, remove as take, toggle as toggleTool } from './tray-store'

/** Toggles the tool of a `CompareButton`. */
export function toggle(button: HTMLElement | null): void {
  const slug = button?.getAttribute('value')
  if (slug) toggleTool({ slug, name: button?.dataset.name ?? slug })
}

const TRAY =
  'sticky bottom-0 z-20 border-t border-line bg-surface pt-2.5 pb-[calc(10px+env(safe-area-inset-bottom))] shadow-float print:hidden'

/**
 * The tools collected to compare, at the bottom of the window, and below everything else at the end of the page. Absent
 * while empty, and on the comparison page.
 */
export function Tray({ onChange }: { onChange: (slugs: string[]) => void }) {
  const site = useSite()
  const tray = useSyncExternalStore(subscribeToTray, getTray)
  const { tools } = tray
  const message = tray.message(site)
  const isComparing = useLocation({ select: ({ pathname }) => pathname === '/compare' })
  const list = useRef<HTMLUListElement>(null)
  // Set after the live region is mounted: screen readers announce changes only.
  const [said, setSaid] = useState('')
  useEffect(() => setSaid(message), [message])
  useEffect(() => onChange(tools.map(({ slug }) => slug)), [tools, onChange])
  const isShown = tools.length > 0 && !isComparing

  function remove(slug: string, place: number) {
    take(slug)
    // The pressed button is gone: the focus moves to the next one.
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll('button')
      const next = buttons?.[Math.min(place, buttons.length - 1)]
      ;(next ?? document.getElementById('content'))?.focus({ preventScroll: true })
    })
  }

  function clearAll() {
    clear()
    document.getElementById('content')?.focus({ preventScroll: true })
  }

  return (
    <aside
      aria-label={messages.toolsToCompare(site)}
      data-tray={isShown || undefined}
      className={isShown ? TRAY : 'sr-only'}
    >
      <div className="wrap flex flex-wrap items-center gap-x-2.5 gap-y-2">
        <p role="status" className="min-h-5 flex-[1_0_100%] text-[13px]/5 text-ink-soft max-md:basis-2/5">
          {said || (isShown && messages.chosen({ ...site, count: tools.length }))}
        </p>
        {isShown && (
          <>
            {/* On a phone one line that scrolls sideways. */}
            <ul
              ref={list}
              className="flex min-w-0 flex-1 flex-wrap gap-1.5 max-md:relative max-md:order-1 max-md:flex-[1_0_100%] max-md:flex-nowrap max-md:overflow-x-auto"
            >
              {tools.map(({ slug, name }, place) => (
                <li
                  key={slug}
                  className="flex shrink-0 items-center rounded-control border border-line ps-2.5 text-[13.5px] font-medium"
                >
                  <span dir="auto" className="max-w-40 truncate">
                    {name}
                  </span>
                  <button
                    type="button"
                    aria-label={common.removeNamed({ name })}
                    title={common.removeNamed({ name })}
                    onClick={() => remove(slug, place)}
                    className="grid size-8 place-items-center text-ink-faint hover:text-ink pointer-coarse:size-11"
                  >
                    <Icon name="close" size={14} />
                  </button>
                </li>
              ))}
            </ul>
            <Button variant="ghost" size="sm" onClick={clearAll}>
              {messages.clear}
            </Button>
            <Link
              to="/compare"
              search={{ tools: tools.map(({ slug }) => slug) }}
              className={buttonClass({ size: 'sm' })}
            >
              {common.compare}
            </Link>
          </>
        )}
      </div>
    </aside>
  )
}
