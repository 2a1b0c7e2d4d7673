import { LogoImage } from '~/components/logo-image'

/** Sides in CSS pixels; `narrow` as in LogoImage. */
type Size = { box: string; pixels: number; narrow?: number }

const SIZES: Record<'xs' | 'sm' | 'card' | 'page', Size> = {
  xs: { box: 'size-8 rounded-[9px] text-[11px]', pixels: 32 },
  sm: { box: 'size-9 rounded-[10px] text-xs', pixels: 36 },
  card: { box: 'logo-card', pixels: 56, narrow: 44 },
  page: { box: 'size-16 rounded-2xl text-[13px] md:size-[88px] md:rounded-[20px]', pixels: 88, narrow: 64 },
}

type Props = {
  logo: string | null
  alt?: string
  fallback: string
  size: keyof typeof SIZES
  className?: string
}

/** A tool's logo, or a text where there is none or it does not load. The tool's name stands beside it. */
export function ToolLogo({ logo, alt, fallback, size, className = '' }: Props) {
  const { box, pixels, narrow } = SIZES[size]
  return (
    <span className={`logo-box ${box} ${className}`}>
      <LogoImage logo={logo} alt={alt} pixels={pixels} narrow={narrow} eager={size === 'page'}>
        <span aria-hidden="true">{fallback}</span>
      </LogoImage>
    </span>
  )
}
