import { Link } from '@tanstack/react-router'
import * as messages from '#messages/catalogue.js'
import * as common from '#messages/common.js'
import type { Words } from '#shared/words.ts'
import { Logo } from '~/components/logo'
import { Reason } from '~/components/reason'
import { Badge } from '~/components/ui/badge'
import { EmptyState } from '~/components/ui/empty-state'
import { Skeleton } from '~/components/ui/skeleton'
import { useSite } from '~/lib/site-data'
import type { CategoryReasons, CategoryRow, CategorySamples } from './catalogue-reads-data'

/**
 * All categories in one to four columns. Without samples (they failed to load) every card shows none and counts 0
 * (section 8).
 */
export function CategoryGrid({
  categories,
  samples,
  reasons,
}: {
  categories: readonly CategoryRow[]
  samples: CategorySamples | null
  reasons: CategoryReasons
}) {
  const site = useSite()
  if (categories.length === 0) return <EmptyState title={messages.noCategories} />
  const most = Math.max(1, ...categories.map(({ tool_count }) => tool_count))
  return (
    <ul className={CATEGORY_COLUMNS}>
      {categories.map((category) => (
        <CategoryCard
          key={category.id}
          site={site}
          category={samples ? category : { ...category, tool_count: 0 }}
          samples={samples?.[category.id]}
          chosen={reasons[category.id]}
          most={most}
        />
      ))}
    </ul>
  )
}

type Props = {
  site: Words
  category: CategoryRow
  samples: CategorySamples[string] | undefined
  chosen: CategoryReasons[string] | undefined
  most: number
}

/**
 * A category in the grid, linked to its page: name, number of tools, also as a bar, up to three logos; of a large one what somebody
 * says of a tool in it. A page has hundreds of them, so the style sheet selects the parts by position (`category-card`); the logos are
 * hidden from screen readers together.
 */
function CategoryCard({ site, category: { name, slug, tool_count }, samples, chosen, most }: Props) {
  return (
    <li
      className={`category-box category-card ${chosen ? 'category-large' : ''}`}
      style={{ '--bar': Math.round((tool_count / most) * 100) }}
    >
      <Link to="/categories/$slug" params={{ slug }} className="cover-link">
        <span>
          <span dir="auto">{name}</span>
          <Badge>{messages.toolCount({ ...site, count: tool_count })}</Badge>
        </span>
        {samples ? (
          <span aria-hidden="true">
            {samples.names.map((name, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a tool is only the logo at its position.
              <Logo key={place} tool={{ name, logo: samples.logos[place] || null }} size="sample" />
            ))}
          </span>
        ) : (
          <span className="text-[13px] text-ink-faint">{messages.noToolsInCategory(site)}</span>
        )}
      </Link>
      {chosen && (
        <Reason size="category" reason={chosen.reason}>
          <span dir="auto">{chosen.name}</span>
        </Reason>
      )}
    </li>
  )
}

/** Skeleton cards of the grid (section 9). */
const SKELETON_CARDS = 8

/** The grid's columns, shared with its skeleton so that nothing shifts. */
const CATEGORY_COLUMNS =
  'grid grid-flow-row-dense grid-cols-1 gap-2.5 *:grid min-[360px]:grid-cols-2 sm:gap-4 md:grid-cols-3 lg:grid-cols-4'

/** The skeleton of the grid of categories. */
export function CategoryGridSkeleton() {
  return (
    <>
      <p className="sr-only" role="status">
        {common.loadingCategories}
      </p>
      <ul className={CATEGORY_COLUMNS}>
        {Array.from({ length: SKELETON_CARDS }, (_, card) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the cards are alike and never change places.
          <CategoryCardSkeleton key={card} />
        ))}
      </ul>
    </>
  )
}

function CategoryCardSkeleton() {
  return (
    <li className="category-box" aria-hidden="true" data-skeleton="category">
      <div className="flex items-start justify-between gap-2.5 max-sm:flex-wrap sm:min-h-[42px]">
        <Skeleton className="h-[18px] w-32" />
        <Skeleton className="h-[22px] w-14 rounded-full" />
      </div>
      <div className="flex gap-1.5">
        <Skeleton className="size-9 rounded-[10px]" />
        <Skeleton className="size-9 rounded-[10px]" />
        <Skeleton className="size-9 rounded-[10px]" />
      </div>
    </li>
  )
}

declare module 'react' {
  interface CSSProperties {
    '--bar'?: number
  }
}
