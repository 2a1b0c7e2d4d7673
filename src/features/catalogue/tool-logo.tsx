import { LogoImage } from '~/components/logo-image'
import { LogoInitials } from '~/components/logo-initials'

/** Sides in CSS pixels; `narrow` as in LogoImage. */
type Size = { box: string; pixels: number; narrow?: number }

const SIZES: Record<'sm' | 'card' | 'page', Size> = {
  sm: { box: 'size-9 rounded-[10px] text-xs', pixels: 36 },
  card: { box: 'logo-card', pixels: 56, narrow: 44 },
  page: {
    box: 'size-16 rounded-2xl text-xl md:size-[88px] md:rounded-[20px] md:text-[26px]',
    pixels: 88,
    narrow: 64,
  },
}

type Props = {
  tool: { name: string; logo: string | null }
  alt?: string
  /** What those who do not see the initials are told of a missing logo. */
  missing?: string
  size: keyof typeof SIZES
}

/** A tool's logo, or its initials where there is none or it does not load. The tool's name stands beside it. */
export function ToolLogo({ tool: { name, logo }, alt, missing, size }: Props) {
  const { box, pixels, narrow } = SIZES[size]
  return (
    <span className={`logo-box ${box}`}>
      <LogoImage logo={logo} alt={alt} pixels={pixels} narrow={narrow} eager={size === 'page'}>
        <LogoInitials name={name} text={missing} />
      </LogoImage>
    </span>
  )
}
