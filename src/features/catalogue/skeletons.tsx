import { useLayoutEffect } from 'react'
import { Skeleton } from '~/components/ui/skeleton'
import * as messages from '~/messages/en/catalogue'

/** The list of cards, wider than the page's text so that the text in cards aligns with it. */
export const LIST = '-mx-2 border-t border-line md:-mx-3'

/** Skeletons of tool cards. */
export function ToolListSkeleton({ rows }: { rows: number }) {
  return (
    <>
      <li className="sr-only">{messages.loadingTools}</li>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never change places.
        <li key={row} className="border-b border-line" data-skeleton="tool" aria-hidden="true">
          <div className="card-grid">
            <Skeleton className="size-11 rounded-xl md:size-14 md:rounded-[14px]" />
            <div className="grid gap-2 py-1">
              <div className="flex items-center gap-2.5">
                <Skeleton className="h-[18px] w-36" />
                <Skeleton className="hidden h-[22px] w-24 rounded-full md:block" />
              </div>
              <Skeleton className="h-3.5 w-full max-w-md" />
              <Skeleton className="h-3.5 w-2/3 md:hidden" />
              <Skeleton className="mt-1 h-[22px] w-24 rounded-full md:hidden" />
            </div>
            <Skeleton className="h-14 w-[52px] rounded-[14px] md:h-[62px] md:w-[58px]" />
          </div>
        </li>
      ))}
    </>
  )
}

/** The header's grid, shared with its skeleton so that nothing shifts. */
export const HEADER_GRID =
  'grid grid-cols-[64px_1fr] items-start gap-4 border-b border-line pt-7 pb-9 md:grid-cols-[88px_1fr] md:gap-6 lg:grid-cols-[88px_1fr_auto]'

/** The skeleton of a tool's header. */
export function ToolHeaderSkeleton() {
  useTopOfPage()
  return (
    <div role="status">
      <span className="sr-only">{messages.loadingTool}</span>
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
        <Skeleton className="col-span-full h-11 rounded-xl md:w-[275px] lg:col-auto" />
      </div>
    </div>
  )
}

/** The skeleton of a category's page. */
export function CategoryPageSkeleton({ rows }: { rows: number }) {
  useTopOfPage()
  return (
    <div className="wrap">
      <div className="pt-8" aria-hidden="true">
        <Skeleton className="h-4 w-48" />
        <Skeleton className="mt-7 h-10 w-72 max-w-full md:mt-9 md:h-13" />
        <Skeleton className="mt-6 mb-6 h-4 w-full max-w-md md:mb-4" />
        <Skeleton className="mb-3.5 h-8 w-64 rounded-full md:mb-[18px]" />
      </div>
      <ul className={LIST} aria-busy="true">
        <ToolListSkeleton rows={rows} />
      </ul>
    </div>
  )
}

/** An alternative's grid, shared with its skeleton so that nothing shifts. */
export const ALTERNATIVE_ROW = 'grid grid-cols-[36px_1fr] items-start gap-3 rounded-[11px] px-2.5 py-[9px]'

/** Skeletons of alternatives. */
export function AlternativesSkeleton() {
  return (
    <div className="-mx-2.5 mt-3 grid content-start gap-1" aria-hidden="true">
      {[0, 1, 2].map((row) => (
        <div key={row} className={ALTERNATIVE_ROW}>
          <Skeleton className="size-9 rounded-[10px]" />
          <div className="grid gap-1.5">
            <Skeleton className="h-3.5 w-24" />
            <Skeleton className="h-3 w-full" />
            <Skeleton className="h-3 w-32" />
          </div>
        </div>
      ))}
    </div>
  )
}

/** Skeleton cards of the grid (section 9). */
const SKELETON_CARDS = 8

/** The grid's columns, shared with its skeleton so that nothing shifts. */
export const CATEGORY_COLUMNS = 'grid grid-cols-1 gap-4 *:grid sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-4'

/** The skeleton of the grid of categories. */
export function CategoryGridSkeleton() {
  return (
    <>
      <p className="sr-only" role="status">
        {messages.loadingCategories}
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

/**
 * For the skeleton of a page: scrolls to the top. The router scrolls only when the page is loaded, and until then the
 * skeleton's lower part would be in view.
 */
export function useTopOfPage(): void {
  useLayoutEffect(() => {
    window.scrollTo({ top: 0, behavior: 'instant' })
  }, [])
}
