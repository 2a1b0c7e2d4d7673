import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { loadingTool } from '#messages/catalogue.js'
import * as common from '#messages/common.js'
import * as messages from '#messages/tool-page.js'
import { CategoryBadges } from '~/components/category-badges'
import { Logo } from '~/components/logo'
import { Badge } from '~/components/ui/badge'
import { Breadcrumb } from '~/components/ui/breadcrumb'
import { buttonClass } from '~/components/ui/button'
import { Icon } from '~/components/ui/icon'
import { Skeleton } from '~/components/ui/skeleton'
import { countedLink } from '~/lib/counted-link'
import { formatDay } from '~/lib/dates'
import { useSite } from '~/lib/site-data'
import { useTopOfPage } from './skeletons'
import type { ToolRow } from './tool-page-data'

/** Breadcrumbs of a tool's page: Home, its category (or 'Tools'), itself. */
export function ToolBreadcrumb({ tool }: { tool: ToolRow }) {
  const { categories: category } = tool
  const site = useSite()
  return (
    <Breadcrumb
      links={[
        category ? (
          <Link key="category" to="/categories/$slug" params={{ slug: category.slug }} dir="auto">
            {category.name}
          </Link>
        ) : (
          <span key="tools">{common.itemsTitle(site)}</span>
        ),
      ]}
      current={tool.name}
    />
  )
}

/** The header's grid, shared with its skeleton so that nothing shifts. */
const HEADER_GRID =
  'grid grid-cols-[64px_1fr] items-start gap-4 border-b border-line pt-7 pb-9 md:grid-cols-[88px_1fr] md:gap-6 lg:grid-cols-[88px_1fr_auto]'

/**
 * Below it: facts, recommendations and alternatives, in this order on a phone; else the recommendations on the left. On a
 * phone the part below the skeletons waits for them: they would move it.
 */
export const TOOL_COLUMNS =
  'grid gap-10 pt-9 pb-24 max-md:has-[[data-skeleton=recommendation]]:*:last:hidden md:grid-cols-[minmax(0,3fr)_minmax(0,1fr)] md:grid-rows-[auto_1fr] md:gap-x-14 md:gap-y-9'

/** The skeleton of a tool's header. */
export function ToolHeaderSkeleton() {
  useTopOfPage()
  return (
    <div role="status">
      <span className="sr-only">{loadingTool(useSite())}</span>
      <div className="pt-8" aria-hidden="true">
        <Skeleton className="h-4 w-56" />
      </div>
      <div className={HEADER_GRID} aria-hidden="true" data-skeleton="tool-page">
        <Skeleton className="size-16 rounded-2xl md:size-[88px] md:rounded-[20px]" />
        <div className="grid gap-3">
          <Skeleton className="h-9 w-56 max-w-full md:h-10" />
          <Skeleton className="h-4 w-full max-w-md" />
          <Skeleton className="h-4 w-2/3 max-w-xs" />
          <Skeleton className="mt-1 h-6 w-20 rounded-full" />
        </div>
        <Skeleton className="col-span-full h-[98px] rounded-xl md:h-11 md:w-[275px] lg:col-auto" />
      </div>
    </div>
  )
}

type Props = { tool: ToolRow; upvote: ReactNode; save: ReactNode; compare: ReactNode }

/** The header of a tool's page. `upvote` is the upvote button, `save` and `compare` are those beside it. */
export function ToolHeader({ tool, upvote, save, compare }: Props) {
  return (
    <header className={HEADER_GRID}>
      <Logo tool={tool} alt={common.logo({ name: tool.name })} missing={common.noLogo} size="page" />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2">
          <h1 dir="auto" className="display text-[30px] md:text-[40px]">
            {tool.name}
          </h1>
          {tool.featured && <Badge look="accent">{common.featured}</Badge>}
        </div>
        <p dir="auto" className="mt-2 max-w-[46ch] text-base text-pretty text-ink-soft md:text-[17px]">
          {tool.short_description}
        </p>
        <MaintainedByMaker makers={tool.tool_makers} />
        {tool.link_checks?.is_dead && (
          <p className="mt-2.5 border-bad border-s-2 ps-2.5 text-[13px] text-ink-soft">
            {messages.websiteDead}
          </p>
        )}
        {tool.allCategories.length > 0 && (
          <CategoryBadges categories={tool.allCategories} label={common.categories} className="mt-4" />
        )}
      </div>
      <div className="col-span-full flex flex-wrap gap-2.5 *:flex-1 md:*:flex-none lg:col-auto">
        <a
          href={tool.website_url}
          target="_blank"
          rel="noopener"
          title={common.opensInANewTab}
          {...countedLink(tool.slug)}
          className={buttonClass({ variant: 'quiet', size: 'lg', className: 'max-md:px-2.5' })}
        >
          {common.visitWebsite}
          <Icon name="away" size={15} className="-me-1 text-ink-faint" />
        </a>
        {upvote}
        {save}
        {compare}
      </div>
    </header>
  )
}

/** That its maker maintains it, since the first of them proved it. */
function MaintainedByMaker({ makers }: { makers: ToolRow['tool_makers'] }) {
  const since = makers.map((maker) => maker.since).sort()[0]
  if (since === undefined) return null
  return (
    <p className="mt-2.5 flex items-center gap-1.5 text-[13px] text-ink-soft">
      <Icon name="check" size={14} className="text-accent" />
      {messages.maintained({ day: formatDay(since) })}
    </p>
  )
}
