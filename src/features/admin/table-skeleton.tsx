import * as common from '#messages/common.js'
import { Skeleton } from '~/components/ui/skeleton'

/** The skeleton of a table, or of its cards. */
export function TableSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <div className="card overflow-hidden">
      <p role="status" className="sr-only">
        {common.loading}
      </p>
      <div className="h-11 border-line border-b max-md:hidden" />
      {Array.from({ length: rows }, (_, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a skeleton row is only its position.
          key={index}
          className="flex items-center gap-6 border-line border-b px-4 py-4 last:border-b-0 max-md:h-[66px] max-md:flex-col max-md:items-start max-md:justify-center max-md:gap-2 max-md:py-0 max-md:[&>:last-child]:hidden"
        >
          <Skeleton className="h-5 w-2/5 max-w-56 md:w-1/4" />
          <Skeleton className="h-4 w-3/5 md:w-1/4" />
          <Skeleton className="h-4 w-1/3 md:w-1/6" />
        </div>
      ))}
    </div>
  )
}
