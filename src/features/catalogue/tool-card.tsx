import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Badge, badgeClass } from '~/components/ui/badge'
import { ToolLogo } from './tool-logo'
import type { ToolCardRow } from './tools-data'

/**
 * A tool in a list. The name's link covers the whole card; the badge and the upvote control lie above it and keep
 * their own clicks. `upvote` is the control.
 */
export function ToolCard({ tool, upvote }: { tool: ToolCardRow; upvote: ReactNode }) {
  return (
    <li className="tool-card relative border-b border-line">
      <article className="card-grid">
        <ToolLogo logo={tool.logo} alt={`${tool.name} logo`} fallback="AI" size="card" />
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
            <h2 className="card-name md:text-[17px]">
              <Link to="/tools/$slug" params={{ slug: tool.slug }} dir="auto" className="cover-link">
                {tool.name}
              </Link>
            </h2>
            {tool.categories && (
              <Link
                to="/categories/$slug"
                params={{ slug: tool.categories.slug }}
                className={`${badgeClass()} badge-link z-1 max-w-full`}
              >
                <span dir="auto" className="truncate">
                  {tool.categories.name}
                </span>
              </Link>
            )}
            {tool.featured && <Badge look="accent">Featured</Badge>}
          </div>
          <p dir="auto" className="mt-1 line-clamp-2 text-[14.5px] leading-normal text-ink-soft">
            {tool.short_description}
          </p>
        </div>
        <div className="relative z-1">{upvote}</div>
      </article>
    </li>
  )
}
