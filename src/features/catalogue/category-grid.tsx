import type { ReactNode } from 'react'
import { EmptyState } from '~/components/ui/empty-state'
import type { CategoryRow, CategorySamples } from './categories-data'
import { CategoryCard, CategoryCardSkeleton } from './category-card'

/** Cards standing for the grid while it loads (section 9). */
const SKELETON_CARDS = 8

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
    <Grid>
      {categories.map((category) => (
        <CategoryCard
          key={category.id}
          category={samples ? category : { ...category, tool_count: 0 }}
          samples={samples?.[category.id] ?? []}
        />
      ))}
    </Grid>
  )
}

/** The grid on its way. */
export function CategoryGridSkeleton() {
  return (
    <>
      <p className="sr-only" role="status">
        Loading categories...
      </p>
      <Grid>
        {Array.from({ length: SKELETON_CARDS }, (_, card) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the cards are alike and never change places.
          <CategoryCardSkeleton key={card} />
        ))}
      </Grid>
    </>
  )
}

function Grid({ children }: { children: ReactNode }) {
  return <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-4">{children}</ul>
}
