import * as messages from '#messages/tool-page.js'
import { Skeleton } from '~/components/ui/skeleton'

/** The box of a recommendation, shared with its skeleton so that nothing shifts. */
export const RECOMMENDATION_BOX = 'border-b border-line py-[26px]'

/** Skeletons of recommendations (section 9: three). */
export function RecommendationsSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{messages.loadingRecommendations}</span>
      {[0, 1, 2].map((item) => (
        <div
          key={item}
          className={`${RECOMMENDATION_BOX} grid gap-3`}
          aria-hidden="true"
          data-skeleton="recommendation"
        >
          <Skeleton className="h-5 w-full max-w-xl" />
          <Skeleton className="h-5 w-2/3 max-w-sm" />
          <Skeleton className="mt-1 h-3.5 w-40" />
        </div>
      ))}
    </div>
  )
}
