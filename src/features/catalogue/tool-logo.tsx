import { useState } from 'react'

const SIZES = {
  xs: { box: 'size-8 rounded-[9px] text-[11px]', pixels: 32 },
  sm: { box: 'size-9 rounded-[10px] text-xs', pixels: 36 },
  card: { box: 'size-11 rounded-xl text-sm md:size-14 md:rounded-[14px] md:text-[17px]', pixels: 56 },
  page: { box: 'size-16 rounded-2xl text-[13px] md:size-[88px] md:rounded-[20px]', pixels: 88 },
}

type Props = { logo: string | null; fallback: string; size: keyof typeof SIZES; className?: string }

/** A tool's logo, or a text where there is none or it does not load. The tool's name stands beside it. */
export function ToolLogo({ logo, fallback, size, className = '' }: Props) {
  const [broken, setBroken] = useState(false)
  const { box, pixels } = SIZES[size]
  return (
    <span
      className={`grid shrink-0 place-items-center overflow-hidden border border-line bg-surface font-medium tracking-[-0.02em] text-ink-faint ${box} ${className}`}
    >
      {logo && !broken ? (
        <img
          src={logo}
          alt=""
          width={pixels}
          height={pixels}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
          // A picture of the server's HTML may have failed before this code came to listen.
          ref={(img) => {
            if (img?.complete && img.naturalWidth === 0) setBroken(true)
          }}
          onError={() => setBroken(true)}
        />
      ) : (
        <span aria-hidden="true">{fallback}</span>
      )}
    </span>
  )
}
