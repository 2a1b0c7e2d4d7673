import { Skeleton } from '~/components/ui/skeleton'

/** Cards on their way (section 9: three), in the shape of what comes. */
export function FlaggedSkeleton() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading flagged content</span>
      {['first', 'second', 'third'].map((card) => (
        <div key={card} className="card grid gap-4 p-5 md:p-6" data-skeleton="flagged" aria-hidden="true">
          <Skeleton className="h-4 w-48 max-w-full" />
          <Skeleton className="h-6 w-full max-w-xl" />
          <Skeleton className="h-4 w-2/3 max-w-sm" />
          <Skeleton className="mt-3 h-8.5 w-44" />
        </div>
      ))}
    </div>
  )
}
