import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Badge, badgeClass } from '~/components/ui/badge'
import { CARD_GRID } from './tool-list-skeleton'
import { ToolLogo } from './tool-logo'
import type { ToolCardRow } from './tools-data'

/**
 * A tool in a list. The name's link covers the whole card; the badge and the upvote control lie above it and keep
 * their own clicks. `upvote` is the control.
 */
export function ToolCard({ tool, upvote }: { tool: ToolCardRow; upvote: ReactNode }) {
  return (
    <li className="tool-card relative border-b border-line">
      <article className={CARD_GRID}>
        <ToolLogo logo={tool.logo} alt={`${tool.name} logo`} fallback="AI" size="card" />
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
            <h2 className="text-base leading-[1.3] font-[550] tracking-[-0.012em] md:text-[17px]">
              <Link
                to="/tools/$slug"
                params={{ slug: tool.slug }}
                className="after:absolute after:inset-0 after:rounded-xl focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent"
              >
                {tool.name}
              </Link>
            </h2>
            {tool.categories && (
              <Link
                to="/categories/$slug"
                params={{ slug: tool.categories.slug }}
                className={`${badgeClass()} relative z-1 max-w-full transition-colors before:absolute before:-inset-x-0.5 before:-inset-y-1 hover:border-line-strong hover:text-ink pointer-coarse:before:-inset-y-3`}
              >
                <span className="truncate">{tool.categories.name}</span>
              </Link>
            )}
            {tool.featured && <Badge look="accent">Featured</Badge>}
          </div>
          <p className="mt-1 line-clamp-2 text-[14.5px] leading-normal text-ink-soft">
            {tool.short_description}
          </p>
        </div>
        <div className="relative z-1">{upvote}</div>
      </article>
    </li>
  )
}
