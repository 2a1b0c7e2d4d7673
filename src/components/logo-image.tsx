import { type ReactNode, useState } from 'react'
import { logoAddress, logoSource } from '~/lib/logo-url'

type Props = {
  logo: string | null
  /** What it shows, unless the name of the tool is read out beside it anyway. */
  alt?: string | undefined
  /** Side of the square it is shown in, in CSS pixels. */
  pixels: number
  /** The same on screens narrower than 768 pixels, where it is another. */
  narrow?: number | undefined
  /** Seen as the page opens; the others are fetched as they come near. */
  eager?: boolean
  /** In its place when there is none or none that loads. */
  children: ReactNode
}

/** A tool's logo in the size it is shown in. It fills the box around it; the tool's name stands beside it. */
export function LogoImage({ logo, ...props }: Props) {
  // A logo that comes in the place of another has not failed yet.
  return logo ? <Loading key={logo} logo={logo} {...props} /> : props.children
}

function Loading({ logo, pixels, narrow, alt = '', eager = false, children }: Props & { logo: string }) {
  const [failures, setFailures] = useState(0)
  const sized = logoSource(logo, pixels, narrow)
  // What could not be made in a size may still be there as it is.
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
      // A picture of the server's HTML may have failed before this code came to listen.
      ref={(img) => {
        // A drawing that names no size has no natural width in some browsers, and can be decoded.
        if (img?.complete && img.naturalWidth === 0) img.decode().catch(() => setFailures(failures + 1))
      }}
      onError={() => setFailures(failures + 1)}
    />
  )
}
