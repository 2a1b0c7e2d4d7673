import { Link } from '@tanstack/react-router'
import type { Site } from '#shared/site.ts'
import { useSite } from '~/lib/site-data'

/** The brand, a link home. */
export function Brand(props: { onClick?: () => void }) {
  return <BrandLink site={useSite()} {...props} />
}

type Props = { site: Pick<Site, 'name' | 'logo' | 'icon'>; onClick?: () => void }

/** The site's logo, or its icon and name. */
export function BrandLink({ site: { name, logo, icon }, onClick }: Props) {
  // The aspect ratio is part of the file's name, so that space can be reserved.
  const [, width, height] = /-(\d+)x(\d+)-/.exec(logo ?? '') ?? []
  return (
    <Link
      to="/"
      onClick={onClick}
      className="flex min-w-0 items-center gap-[9px] rounded-md py-2.5 font-serif text-[22px] leading-none font-medium tracking-[-0.02em]"
    >
      {logo ? (
        <img
          src={sized(logo)}
          alt={name}
          width={width}
          height={height}
          className="h-8 w-auto max-w-[140px] object-contain object-left md:max-w-[220px]"
        />
      ) : (
        <>
          {icon ? (
            <img src={sized(icon)} alt="" className="size-6 shrink-0 object-contain" />
          ) : (
            <span className="size-2.5 shrink-0 rounded-full bg-accent" aria-hidden="true" />
          )}
          {/* Line height for the descenders, which clipping would cut off. */}
          <span className="truncate leading-[1.3]">{name}</span>
        </>
      )}
    </Link>
  )
}

/** Resized for dense screens, if it is in our own storage. */
const sized = (path: string) =>
  path[0] === '/' ? `${path.replace('/object/', '/render/image/')}?height=72&resize=contain` : path
