import { type ReactNode, type ToggleEvent, useEffect, useRef } from 'react'
import { Badge } from '~/components/ui/badge'
import { Button, buttonClass } from '~/components/ui/button'
import { Icon } from '~/components/ui/icon'
import * as messages from '~/messages/en/catalogue'

type Props = {
  id: string
  label: string
  /** How many of its values are chosen. */
  chosen: number
  /** Somebody reaches for the panel: before it is opened where that can be seen coming. */
  onAsk: () => void
  children: ReactNode
}

/**
 * A button and the panel of choices below it: the browser's own popover, which opens, closes with Escape or a click
 * outside and gives the focus back even before scripts run, and without them.
 */
export function FilterPanel({ id, label, chosen, onAsk, children }: Props) {
  const panel = useRef<HTMLFormElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for a panel that was opened before scripts ran.
  useEffect(() => {
    if (panel.current?.checkVisibility?.()) onAsk()
  }, [])
  return (
    <div>
      <button
        type="button"
        popoverTarget={id}
        onPointerEnter={onAsk}
        onFocus={onAsk}
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
          onAsk()
          placeBelowButton(event)
        }}
        onSubmit={(event) => event.preventDefault()}
        className="filter-panel w-[min(320px,calc(100vw-36px))] rounded-card border border-line bg-surface text-ink shadow-float"
      >
        {children}
      </form>
    </div>
  )
}

/** For browsers that cannot hang a popover on its button by style: puts it there by hand. */
function placeBelowButton({ currentTarget: panel, newState }: ToggleEvent<HTMLFormElement>) {
  if (newState !== 'open' || CSS.supports('position-area', 'bottom')) return
  const button = panel.previousElementSibling?.getBoundingClientRect()
  if (!button) return
  panel.style.top = `${button.bottom}px`
  panel.style.left = `${Math.max(18, Math.min(button.left, window.innerWidth - panel.offsetWidth - 18))}px`
}

/** What a panel shows while its choices are on their way, or could not be had. */
export function PanelStatus({
  loading,
  error,
  onRetry,
}: {
  loading: string
  error?: string | undefined
  onRetry: () => void
}) {
  if (!error)
    return (
      <p role="status" className="px-4.5 py-8 text-center text-ink-soft">
        {loading}
      </p>
    )
  return (
    <div role="alert" className="grid justify-items-center gap-3 px-4.5 py-7 text-ink-soft">
      {error}
      <Button variant="quiet" size="sm" onClick={onRetry}>
        {messages.tryAgain}
      </Button>
    </div>
  )
}

/** Clears what a panel has chosen, and leaves the focus in it. */
export function ClearButton({ isIdle, onClear }: { isIdle: boolean; onClear: () => void }) {
  return (
    <Button
      variant="ghost"
      size="sm"
      disabled={isIdle}
      onClick={({ currentTarget: { form } }) => {
        // The button is of no use then, and loses the focus.
        form?.querySelector<HTMLElement>('label input:enabled')?.focus({ preventScroll: true })
        onClear()
      }}
    >
      {messages.clear}
    </Button>
  )
}
