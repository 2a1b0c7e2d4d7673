import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button, buttonClass } from '~/components/ui/button'
import { Icon } from '~/components/ui/icon'
import { useSite } from '~/lib/site-data'
import * as messages from '~/messages/en/compare'
import { clear, getTray, subscribeToTray, remove as take, toggle as toggleTool } from './tray-store'

/** Toggles the tool of a `CompareButton`. */
export function toggle(button: HTMLElement | null): void {
  const slug = button?.getAttribute('value')
  if (slug) toggleTool({ slug, name: button?.dataset.name ?? slug })
}

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
    <aside aria-label={messages.toolsToCompare(site)} className={isShown ? 'compare-tray' : 'sr-only'}>
      <div className="wrap">
        <p role="status">{said || (isShown && messages.chosen(site, tools.length))}</p>
        {isShown && (
          <>
            <ul ref={list}>
              {tools.map(({ slug, name }, place) => (
                <li key={slug}>
                  <span dir="auto" className="truncate">
                    {name}
                  </span>
                  <button
                    type="button"
                    aria-label={messages.remove(name)}
                    title={messages.remove(name)}
                    onClick={() => remove(slug, place)}
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
              {messages.compare}
            </Link>
          </>
        )}
      </div>
    </aside>
  )
}
