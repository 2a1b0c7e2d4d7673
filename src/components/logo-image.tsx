import { type ReactNode, useState } from 'react'
import { logoAddress, logoSource } from './logo-url'

type Props = {
  logo: string | null
  /** Alternative text, unless the tool's name is read out beside it anyway. */
  alt?: string | undefined
  /** Side of the square in CSS pixels. */
  pixels: number
  /** The side on screens narrower than 768 pixels, if it differs. */
  narrow?: number | undefined
  /** Visible when the page opens; other images load lazily. */
  eager?: boolean
  /** Shown when there is no logo or it does not load. */
  children: ReactNode
}

/** A tool's logo in the displayed size. It fills the box around it; the tool's name stands beside it. */
export function LogoImage({ logo, ...props }: Props) {
  // A new logo has not failed yet.
  return logo ? <Loading key={logo} logo={logo} {...props} /> : props.children
}

function Loading({ logo, pixels, narrow, alt = '', eager = false, children }: Props & { logo: string }) {
  const [failures, setFailures] = useState(0)
  const sized = logoSource(logo, pixels, narrow)
  // If resizing failed, the original may still load.
  const sources = sized.srcSet ? [sized, { src: logoAddress(logo) }] : [sized]
  const source = sources[failures]
  if (!source) return children
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
