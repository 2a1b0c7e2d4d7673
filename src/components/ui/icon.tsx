/**
 * The shell's few signs, drawn here as one stroke each on a grid of 24: they are on every page, and a library's machinery
 * around them would cost the first load more than they do.
 */
const STROKES = {
  search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM16 16l4.5 4.5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  bookmark: 'M7 4h10v16l-5-4-5 4z',
  close: 'M6 6l12 12M18 6L6 18',
  plus: 'M12 5v14M5 12h14',
  up: 'M12 19V5M5 12l7-7 7 7',
  away: 'M7 17L17 7M8 7h9v9',
  down: 'M6 9l6 6 6-6',
  lower: 'M12 5v14M5 12l7 7 7-7',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  star: 'M12 3.5l2.6 5.5 6 .8-4.4 4.2 1.1 6L12 17.1 6.7 20l1.1-6L3.4 9.8l6-.8z',
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  moon: 'M20 14.5A8.5 8.5 0 1 1 9.5 4 7 7 0 0 0 20 14.5z',
  screen: 'M5 4h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM8 20h8M12 16v4',
}

export type IconName = keyof typeof STROKES

type Props = { name: IconName; size?: number; weight?: number; className?: string }

/** A sign beside or instead of a text. Hidden from assistive technology: what it stands on carries the name. */
export function Icon({ name, size = 16, weight = 2, className }: Props) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      strokeWidth={weight}
      className={className ? `icon ${className}` : 'icon'}
      aria-hidden="true"
    >
      <path d={STROKES[name]} />
    </svg>
  )
}
