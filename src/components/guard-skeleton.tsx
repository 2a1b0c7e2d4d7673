import { Skeleton } from './ui/skeleton'

/** What a guarded page shows while it is being found out who is here (section 2): a title bar and two cards. */
export function GuardSkeleton() {
  return (
    <div className="wrap grid gap-6 py-10 md:py-16">
      <p role="status" className="sr-only">
        Loading...
      </p>
      <Skeleton className="h-11 w-64 max-w-full" />
      <Skeleton className="h-52 rounded-card" />
      <Skeleton className="h-52 rounded-card" />
    </div>
  )
}
