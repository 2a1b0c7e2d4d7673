import { Skeleton } from '~/components/ui/skeleton'
import { LIST, ToolListSkeleton } from './tool-list-skeleton'
import { useTopOfPage } from './use-top-of-page'

/** A category's page on its way. */
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
