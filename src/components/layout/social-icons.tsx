import type { ReactNode } from 'react'
import type { PublicEnvironment } from '~/lib/environment'

type Network = keyof PublicEnvironment['social']

/** The four networks of the footer, in order, with the name a screen reader says. */
export const NETWORKS: ReadonlyArray<{ network: Network; label: string }> = [
  { network: 'linkedin', label: 'LinkedIn' },
  { network: 'x', label: 'X' },
  { network: 'instagram', label: 'Instagram' },
  { network: 'youtube', label: 'YouTube' },
]

const SHAPES: Record<Network, ReactNode> = {
  linkedin: (
    <>
      <rect x="3" y="3" width="18" height="18" rx="4" />
      <path d="M7.5 10.5V17M7.5 7.25v.01M11.5 17v-6.5M11.5 13.5c0-1.9 1-3 2.6-3s2.4 1 2.4 2.9V17" />
    </>
  ),
  x: <path d="M4 4l6.6 8.7L4.2 20h1.9l5.4-6.1L16 20h4.2l-6.9-9.2L19.4 4h-1.9l-5 5.7L8.2 4z" />,
  instagram: (
    <>
      <rect x="3" y="3" width="18" height="18" rx="5.5" />
      <circle cx="12" cy="12" r="4" />
      <path d="M17 7v.01" />
    </>
  ),
  youtube: (
    <>
      <rect x="2.5" y="5" width="19" height="14" rx="4.5" />
      <path d="M10.25 9.25v5.5l4.75-2.75z" />
    </>
  ),
}

/** The mark of a network; the link around it carries the name. */
export function SocialIcon({ network }: { network: Network }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className="size-[18px]"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {SHAPES[network]}
    </svg>
  )
}
