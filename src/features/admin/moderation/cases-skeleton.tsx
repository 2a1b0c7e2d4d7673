import * as common from '#messages/common.js'
import { Skeleton } from '~/components/ui/skeleton'

/** Skeletons of three cases (section 9). */
export function CasesSkeleton() {
  return (
    <div role="status" className="card overflow-clip">
      <span className="sr-only">{common.loading}</span>
      {['first', 'second', 'third'].map((card) => (
        <div
          key={card}
          data-skeleton="flagged"
          aria-hidden="true"
          className="grid min-h-25 gap-x-4 gap-y-3 border-line border-b px-4 py-4 ps-11.5 last:border-b-0 lg:grid-cols-[minmax(0,11fr)_minmax(0,8fr)_216px_32px]"
        >
          <div className="grid content-start gap-2.5">
            <Skeleton className="h-4 w-48 max-w-full" />
            <Skeleton className="h-5 w-full" />
            <Skeleton className="h-3 w-32" />
          </div>
          <div className="grid content-start gap-2.5">
            <Skeleton className="h-4 w-3/4" />
            <Skeleton className="h-3 w-40 max-w-full" />
          </div>
          <Skeleton className="h-8.5 w-full max-lg:max-w-60" />
        </div>
      ))}
    </div>
  )
}
