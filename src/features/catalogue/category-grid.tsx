import { Link } from '@tanstack/react-router'
import { Logo } from '~/components/logo'
import { Badge } from '~/components/ui/badge'
import { EmptyState } from '~/components/ui/empty-state'
import * as messages from '~/messages/en/catalogue'
import type { CategoryRow, CategorySamples } from './category-reads-data'
import { CATEGORY_COLUMNS } from './skeletons'

/**
 * All categories in one to four columns. Without samples (they failed to load) every card shows none and counts 0
 * (section 8).
 */
export function CategoryGrid({
  categories,
  samples,
}: {
  categories: readonly CategoryRow[]
  samples: CategorySamples | null
}) {
  if (categories.length === 0) return <EmptyState title={messages.noCategories} />
  return (
    <ul className={CATEGORY_COLUMNS}>
      {categories.map((category) => (
        <CategoryCard
          key={category.id}
          category={samples ? category : { ...category, tool_count: 0 }}
          samples={samples?.[category.id]}
        />
      ))}
    </ul>
  )
}

type Props = { category: CategoryRow; samples: CategorySamples[string] | undefined }

/**
 * A category in the grid, linked to its page: name, number of tools, up to three logos. A page has hundreds of them, so
 * the style sheet selects the parts by position (`category-link`); the logos are hidden from screen readers together.
 */
function CategoryCard({ category: { name, slug, tool_count }, samples }: Props) {
  return (
    <li>
      <Link to="/categories/$slug" params={{ slug }} className="category-box category-link">
        <span>
          <span dir="auto">{name}</span>
          <Badge>{messages.toolCount(tool_count)}</Badge>
        </span>
        {samples ? (
          <span aria-hidden="true">
            {samples.names.map((name, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a tool is only the logo at its position.
              <Logo key={place} tool={{ name, logo: samples.logos[place] || null }} size="sample" />
            ))}
          </span>
        ) : (
          <span className="text-[13px] text-ink-faint">{messages.noToolsInCategory}</span>
        )}
      </Link>
    </li>
  )
}
