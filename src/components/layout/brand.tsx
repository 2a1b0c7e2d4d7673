import { Link } from '@tanstack/react-router'
import { useSite } from '~/lib/site-data'

/** The brand, a link home. */
export function Brand({ onClick }: { onClick?: () => void }) {
  return (
    <Link
      to="/"
      onClick={onClick}
      className="flex items-center gap-[9px] rounded-md py-2.5 font-serif text-[22px] leading-none font-medium tracking-[-0.02em]"
    >
      <span className="size-2.5 rounded-full bg-accent" aria-hidden="true" />
      {useSite().name}
    </Link>
  )
}
