import type { PointerEvent } from 'react'

/** For a tab. The underline is no border: the rounded corners of the focus ring would bend it. */
export const tabProps = {
  className:
    'relative shrink-0 py-3 font-medium whitespace-nowrap text-ink-soft transition-colors after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 hover:text-ink data-[state=active]:text-ink data-[state=active]:after:bg-accent',
  /** Radix focuses a pressed tab by script, which shows the ring where nothing had the focus before. */
  onPointerDown: ({ currentTarget }: PointerEvent<HTMLElement>) =>
    currentTarget.focus({ focusVisible: false }),
}
