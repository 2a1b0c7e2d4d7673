import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as common from '#messages/common.js'
import { Logo } from '~/components/logo'
import { MemberLink } from '~/components/member-link'
import { Reason } from '~/components/reason'
import { badgeClass } from '~/components/ui/badge'
import { Icon } from '~/components/ui/icon'
import type { ToolCardRow } from './catalogue-data'
import { CardFacts } from './lazy-parts'

type Category = { name: string; slug: string }
type Props = {
  /** Of the site: the text for a missing logo (section 2). */
  topic: string
  tool: ToolCardRow
  /** The category of a list of one category: the badge shows it instead of the tool's primary one. */
  category?: Category | undefined
  /** Replaces the name, with its matches marked. */
  title?: ReactNode
  /** Replaces the short description. */
  description?: ReactNode
  /** The upvote control. */
  upvote: ReactNode
  /** The save button. */
  save: ReactNode
  /** The compare button. */
  compare: ReactNode
}

/**
 * A tool in a list. The name's link covers the whole card; the badge and the upvote control lie above it and keep their
 * own clicks.
 */
export function ToolCard({ topic, tool, category, title, description, upvote, save, compare }: Props) {
  const badge = category ?? tool.categories
  return (
    <li className="tool-card">
      {tool.day && <p className="day">{tool.day}</p>}
      <article className="card-grid">
        <Logo tool={tool} alt={common.logo({ name: tool.name })} missing={topic || undefined} size="card" />
        <div className="card-text">
          <div className="card-name md:text-[17px]">
            <h2 className="inline">
              <Link to="/tools/$slug" params={{ slug: tool.slug }} dir="auto" className="cover-link">
                {title ?? tool.name}
              </Link>
            </h2>
            {tool.featured && <FeaturedMark />}
          </div>
          {badge && (
            <Link
              to="/categories/$slug"
              params={{ slug: badge.slug }}
              className={`${badgeClass()} badge-link z-1 max-w-full`}
            >
              <span dir="auto" className="truncate">
                {badge.name}
              </span>
            </Link>
          )}
          {tool.card_facts && <CardFacts facts={tool.card_facts} />}
          {description ?? (
            <>
              <p dir="auto">{tool.short_description}</p>
              {tool.latest_reason && (
                <Reason size="card" reason={tool.latest_reason}>
                  <MemberLink username={tool.latest_writer} hasPage={tool.writer_has_page} className="z-1" />
                </Reason>
              )}
            </>
          )}
        </div>
        <div className="card-actions">
          {upvote}
          {save}
          {compare}
        </div>
      </article>
    </li>
  )
}

/** On the line of the name's last word. */
function FeaturedMark() {
  return (
    <span className="whitespace-nowrap text-accent" title={common.featured}>
      {'\u00a0'}
      <Icon name="star" size={14} className="inline -translate-y-px fill-current!" />
      <span className="sr-only">{common.featured}</span>
    </span>
  )
}
