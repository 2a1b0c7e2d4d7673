import { Skeleton } from '~/components/ui/skeleton'

/** Cards standing for the grid while it loads (section 9). */
const SKELETON_CARDS = 8

/** The grid's columns, its skeleton's too, so that nothing jumps. */
export const CATEGORY_COLUMNS = 'grid grid-cols-1 gap-4 *:grid sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-4'

/** The grid of categories on its way. */
export function CategoryGridSkeleton() {
  return (
    <>
      <p className="sr-only" role="status">
        Loading categories...
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
      <div className="flex justify-between gap-2.5">
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
