import { type ComponentPropsWithoutRef, useLayoutEffect, useRef } from 'react'

const VARIANTS = {
  solid: 'border-ink bg-ink text-paper hover:bg-ink/88',
  quiet: 'border-line bg-transparent text-ink hover:bg-sunken hover:border-line-strong/60',
  accent: 'border-accent bg-accent text-accent-ink hover:bg-accent/90 tabular-nums font-semibold',
  bad: 'border-bad bg-bad text-accent-ink hover:bg-bad/90',
  ghost: 'border-transparent bg-transparent text-ink-soft hover:bg-sunken hover:text-ink',
}

const SIZES = {
  /* Small for a pointer, full size for touch. */
  sm: 'h-[34px] px-3 text-[13px] pointer-coarse:h-11',
  md: 'h-[38px] px-4 text-sm pointer-coarse:h-11',
  lg: 'h-11 px-[18px] text-[15px] rounded-xl',
}

type Look = { variant?: keyof typeof VARIANTS; size?: keyof typeof SIZES; className?: string }

/** The classes of a button, for links that look like one. */
export function buttonClass({ variant = 'solid', size = 'md', className = '' }: Look = {}): string {
  return `button ${VARIANTS[variant]} ${SIZES[size]} ${className}`
}

/**
 * A button. `busy` disables it and sets aria-busy; the caller changes the label. Afterwards it regains the focus if it
 * had it and nothing else took it: browsers blur a disabled button at different moments, so focus events are tracked
 * instead of reading document.activeElement.
 */
export function Button({
  variant,
  size,
  className,
  busy = false,
  disabled,
  type = 'button',
  onFocus,
  onBlur,
  ...rest
}: ComponentPropsWithoutRef<'button'> & Look & { busy?: boolean }) {
  const button = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (!busy && hadFocus.current && document.activeElement === document.body)
      button.current?.focus({ preventScroll: true })
  }, [busy])
  return (
    <button
      {...rest}
      ref={button}
      type={type}
      className={buttonClass({ variant, size, className })}
      onFocus={(event) => {
        hadFocus.current = true
        onFocus?.(event)
      }}
      onBlur={(event) => {
        // While busy, a blur is the browser's own.
        if (!busy) hadFocus.current = false
        onBlur?.(event)
      }}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    />
  )
}
