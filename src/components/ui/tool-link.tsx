import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Props = { slug: string | null; className?: string; children: ReactNode }

/** A tool's name, which leads to its page; one that is gone has none. */
export function ToolLink({ slug, className = 'rounded-md hover:underline', children }: Props) {
  if (!slug) return <bdi>{children}</bdi>
  return (
    <Link to="/tools/$slug" params={{ slug }} dir="auto" className={className}>
      {children}
    </Link>
  )
}
