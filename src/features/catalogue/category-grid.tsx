import { EmptyState } from '~/components/ui/empty-state'
import type { CategoryRow, CategorySamples } from './categories-data'
import { CategoryCard } from './category-card'
import { CATEGORY_COLUMNS } from './category-grid-skeleton'

/**
 * All categories in one to four columns. Without samples (their reading failed) every card shows none and counts 0
 * (section 8).
 */
export function CategoryGrid({
  categories,
  samples,
}: {
  categories: readonly CategoryRow[]
  samples: CategorySamples | null
}) {
  if (categories.length === 0) return <EmptyState title="No categories found." />
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
