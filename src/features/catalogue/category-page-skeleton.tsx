import { Skeleton } from '~/components/ui/skeleton'
import { LIST, ToolListSkeleton } from './tool-list-skeleton'

/** A category's page on its way. */
export function CategoryPageSkeleton({ rows }: { rows: number }) {
  return (
    <div className="wrap">
      <div className="pt-8" aria-hidden="true">
        <Skeleton className="h-4 w-48" />
        <Skeleton className="mt-9 mb-16 h-10 w-72 max-w-full md:h-12" />
      </div>
      <ul className={LIST} aria-busy="true">
        <ToolListSkeleton rows={rows} />
      </ul>
    </div>
  )
}
