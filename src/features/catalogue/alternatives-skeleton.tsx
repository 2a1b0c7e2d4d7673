import { Skeleton } from '~/components/ui/skeleton'

/** The grid of an alternative, its skeleton's too, so that nothing jumps. */
export const ALTERNATIVE_ROW = 'grid grid-cols-[36px_1fr] items-center gap-3 rounded-[11px] px-2.5 py-[9px]'

/** Alternatives on their way. */
export function AlternativesSkeleton() {
  return (
    <div className="-mx-2.5 mt-3 grid content-start gap-1" aria-hidden="true">
      {[0, 1, 2].map((row) => (
        <div key={row} className={ALTERNATIVE_ROW}>
          <Skeleton className="size-9 rounded-[10px]" />
          <div className="grid gap-1.5">
            <Skeleton className="h-3.5 w-24" />
            <Skeleton className="h-3 w-32" />
          </div>
        </div>
      ))}
    </div>
  )
}
