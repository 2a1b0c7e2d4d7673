import { type ComponentType, type ReactNode, type ToggleEvent, useEffect, useRef, useState } from 'react'
import * as messages from '#messages/catalogue.js'
import { Badge } from '~/components/ui/badge'
import { buttonClass } from '~/components/ui/button'
import { Icon } from '~/components/ui/icon'
import { PanelStatus } from './panel-status'

type Props<Choices> = {
  id: string
  label: string
  /** The number of selected values, unless they are shown beside the button. */
  chosen?: number
  /** On a phone the panel covers the lower part of the screen. */
  isSheet?: boolean
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
  const { id, label, chosen = 0, isSheet, download, choices, loading, failure, children } = props
  const panel = useRef<HTMLFormElement>(null)
  const [Contents, setContents] = useState<ComponentType<Choices>>()
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')

  function load() {
    if (state === 'loading') return
    setState('loading')
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
        className={buttonClass({ variant: 'quiet', className: 'max-md:px-3' })}
      >
        {label}
        {chosen > 0 && (
          <Badge look="accent">
            <span className="sr-only">{messages.selected}</span>
            {chosen}
          </Badge>
        )}
        <Icon name="down" size={15} className="-me-1 text-ink-faint" />
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
        data-sheet={isSheet}
        className="filter-panel"
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
