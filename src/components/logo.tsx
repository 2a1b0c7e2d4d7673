import { type ReactNode, useState } from 'react'
import { logoAddress, logoSource } from './logo-url'

/** Sides in CSS pixels; `narrow` as in LogoImage. `category-link` sizes the box of a sample. */
type Size = { box?: string; pixels: number; narrow?: number; eager?: boolean }

const SIZES: Record<'row' | 'sm' | 'sample' | 'card' | 'page' | 'choice' | 'form', Size> = {
  row: { box: 'size-8 rounded-[9px] text-[11px]', pixels: 32, eager: true },
  sm: { box: 'size-9 rounded-[10px] text-xs', pixels: 36 },
  sample: { pixels: 36 },
  card: { box: 'logo-card', pixels: 56, narrow: 44 },
  page: {
    box: 'size-16 rounded-2xl text-xl md:size-[88px] md:rounded-[20px] md:text-[26px]',
    pixels: 88,
    narrow: 64,
    eager: true,
  },
  choice: { box: 'mt-1 size-16 rounded-2xl text-xl', pixels: 64, eager: true },
  form: { box: 'size-24 rounded-[18px] text-2xl', pixels: 96, eager: true },
}

type Props = {
  tool: { name: string; logo: string | null }
  /** Alternative text, unless the tool's name is read out beside it anyway. */
  alt?: string
  /** The specification's text for a missing logo, for screen readers. */
  missing?: string | undefined
  size: keyof typeof SIZES
}

/** A tool's logo or, if missing or broken, its initial on a weave. The tool's name stands beside it. */
export function Logo({ tool: { name, logo }, alt, missing, size }: Props) {
  const { box, ...image } = SIZES[size]
  // Section 2 has two on the cards of categories.
  const letters = initials(name, size === 'sample' ? 2 : 1)
  const none = (
    <>
      <span
        aria-hidden="true"
        className="logo-initials"
        style={{ '--hue': hueOf(name) }}
        data-initials={size === 'row' ? letters : undefined}
      >
        {/* In a search row CSS inserts them: browsers match an option by its text when somebody types. */}
        {size !== 'row' && letters}
      </span>
      {missing && <span className="sr-only">{missing}</span>}
    </>
  )
  return (
    <span className={box && `logo-box ${box}`}>
      {/* By key: a new logo has not failed yet. */}
      {logo ? <LogoImage key={logo} {...{ logo, alt, none }} {...image} /> : none}
    </span>
  )
}

let graphemes: Intl.Segmenter | undefined

/** The first letters of a name, uppercased: graphemes, without spaces and hyphens. */
export function initials(name: string, most: number): string {
  graphemes ??= new Intl.Segmenter('en')
  let text = ''
  let count = 0
  for (const { segment } of graphemes.segment(name)) {
    if (!/[\p{L}\p{N}\p{S}]/u.test(segment)) continue
    text += segment.toUpperCase()
    count += 1
    if (count === most) break
  }
  return text
}

/** One of ten hues for a name's initials, so that tools differ at a glance; `logo-initials` makes colours of it. */
export function hueOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return 20 + (sum % 10) * 36
}

declare module 'react' {
  interface CSSProperties {
    '--hue'?: number
  }
}

type LogoImageProps = {
  logo: string
  alt: string | undefined
  /** Side of the square in CSS pixels. */
  pixels: number
  /** The side on screens narrower than 768 pixels, if it differs. */
  narrow?: number | undefined
  /** Visible when the page opens; other images load lazily. */
  eager?: boolean
  /** Shown when it does not load. */
  none: ReactNode
}

/** A tool's logo in the displayed size. It fills the box around it. */
function LogoImage({ logo, pixels, narrow, alt = '', eager = false, none }: LogoImageProps) {
  const [failures, setFailures] = useState(0)
  const sized = logoSource(logo, pixels, narrow)
  // If resizing failed, the original may still load.
  const sources = sized.srcSet ? [sized, { src: logoAddress(logo) }] : [sized]
  const source = sources[failures]
  if (!source) return none
  return (
    <img
      key={failures}
      {...source}
      alt={alt}
      width={pixels}
      height={pixels}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      className="size-full object-contain"
      // An image in the server's HTML may have failed before this code listened.
      ref={(img) => {
        // An SVG without dimensions has no natural width in some browsers but decodes.
        if (img?.complete && img.naturalWidth === 0) img.decode().catch(() => setFailures(failures + 1))
      }}
      onError={() => setFailures(failures + 1)}
    />
  )
}
