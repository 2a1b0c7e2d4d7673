import { type ComponentType, type ReactNode, type ToggleEvent, useEffect, useRef, useState } from 'react'
import { Badge } from '~/components/ui/badge'
import { buttonClass } from '~/components/ui/button'
import { Icon } from '~/components/ui/icon'
import * as messages from '~/messages/en/catalogue'
import { PanelStatus } from './panel-status'

/** The chips of selected values. If they fail to load, the panels' badges still show how many there are. */
export const loadChips = () =>
  import('./filter-chips').then(
    (part) => ({ default: part.FilterChips }),
    () => ({ default: () => null }),
  )

type Props<Choices> = {
  id: string
  label: string
  /** The number of selected values. */
  chosen: number
  /** Downloads the panel's content, on hover or focus of the button. */
  download: () => Promise<ComponentType<Choices>>
  choices: Choices
  loading: string
  failure: string
  /** The panel's content without scripts. */
  children: ReactNode
}

/**
 * A button and the panel below it: a native popover, which opens, closes with Escape or a click outside and restores
 * the focus even before hydration and without scripts.
 */
export function FilterPanel<Choices extends object>(props: Props<Choices>) {
  const { id, label, chosen, download, choices, loading, failure, children } = props
  const panel = useRef<HTMLFormElement>(null)
  const [Contents, setContents] = useState<ComponentType<Choices>>()
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')

  function load() {
    if (state === 'loading') return
    setState('loading')
    void loadChips()
    download().then(
      (part) => setContents(() => part),
      () => setState('failed'),
    )
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for a panel opened before hydration.
  useEffect(() => {
    if (panel.current?.checkVisibility?.()) load()
  }, [])

  return (
    <div>
      <button
        type="button"
        popoverTarget={id}
        onPointerEnter={load}
        onFocus={load}
        className={buttonClass({ variant: 'quiet', className: 'pointer-coarse:px-3.5' })}
      >
        {label}
        {chosen > 0 && (
          <Badge look="accent">
            <span className="sr-only">{messages.selected}</span>
            {chosen}
          </Badge>
        )}
        <Icon name="down" size={15} className="-mr-1 text-ink-faint" />
      </button>
      <form
        ref={panel}
        id={id}
        popover="auto"
        aria-label={label}
        onToggle={(event) => {
          load()
          placeBelowButton(event)
        }}
        onSubmit={(event) => event.preventDefault()}
        className="filter-panel w-[min(320px,calc(100vw-36px))] rounded-card border border-line bg-surface text-ink shadow-float"
      >
        {Contents ? (
          <Contents {...choices} />
        ) : (
          state !== 'idle' && (
            <PanelStatus loading={loading} error={state === 'failed' ? failure : undefined} onRetry={load} />
          )
        )}
        <noscript>{children}</noscript>
      </form>
    </div>
  )
}

/** For browsers without CSS anchor positioning: positions the panel by script. */
function placeBelowButton({ currentTarget: panel, newState }: ToggleEvent<HTMLFormElement>) {
  if (newState !== 'open' || CSS.supports('position-area', 'bottom')) return
  const button = panel.previousElementSibling?.getBoundingClientRect()
  if (!button) return
  panel.style.top = `${button.bottom}px`
  panel.style.left = `${Math.max(18, Math.min(button.left, window.innerWidth - panel.offsetWidth - 18))}px`
}
