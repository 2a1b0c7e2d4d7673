import { Skeleton } from '~/components/ui/skeleton'
import { useTopOfPage } from './use-top-of-page'

/** The grid of the header's parts, its skeleton's too, so that nothing jumps. */
export const HEADER_GRID =
  'grid grid-cols-[64px_1fr] items-start gap-4 border-b border-line pt-7 pb-9 md:grid-cols-[88px_1fr_auto] md:gap-6'

/** The head of a tool's page on its way. */
export function ToolHeaderSkeleton() {
  useTopOfPage()
  return (
    <div role="status">
      <span className="sr-only">Loading tool</span>
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
        <Skeleton className="col-span-full h-11 rounded-xl md:col-auto md:w-[275px]" />
      </div>
    </div>
  )
}
