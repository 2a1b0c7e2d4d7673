import { useLayoutEffect } from 'react'
import * as messages from '#messages/catalogue.js'
import { Skeleton } from '~/components/ui/skeleton'
import { useSite } from '~/lib/site-data'

/** The list of cards, wider than the page's text so that the text in cards aligns with it. */
export const LIST = '-mx-2 border-t border-line md:-mx-3'

/** Skeletons of tool cards. */
export function ToolListSkeleton({ rows }: { rows: number }) {
  const site = useSite()
  return (
    <>
      <li className="sr-only">{messages.loadingTools(site)}</li>
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

/**
 * For the skeleton of a page: scrolls to the top. The router scrolls only when the page is loaded, and until then the
 * skeleton's lower part would be in view.
 */
export function useTopOfPage(): void {
  useLayoutEffect(() => {
    window.scrollTo({ top: 0, behavior: 'instant' })
  }, [])
}
