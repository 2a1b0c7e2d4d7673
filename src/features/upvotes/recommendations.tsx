import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { LoadFailure } from '~/components/ui/load-failure'
import { formatDay } from '~/lib/dates'
import { RECOMMENDATION_BOX, RecommendationsSkeleton } from './recommendations-skeleton'
import { upvoteQueries } from './upvote-queries'
import type { Recommendation } from './upvotes-data'

/** The section 'User Recommendations' of a tool's page. */
export function Recommendations({ toolId }: { toolId: string }) {
  const query = useInfiniteQuery(upvoteQueries.byTool(toolId))
  const { data, error, isPending, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = query
  const items = data?.pages.flatMap(({ recommendations }) => recommendations) ?? []
  return (
    <section aria-labelledby="recommendations">
      <h2
        id="recommendations"
        className="flex items-baseline gap-2 text-[15px] leading-normal font-[550] tracking-[-0.01em]"
      >
        User Recommendations
        {data && <span className="font-normal text-ink-faint tabular-nums">{data.pages[0]?.total}</span>}
      </h2>
      {isPending && <RecommendationsSkeleton />}
      {error && items.length === 0 && (
        <div className="mt-5">
          <LoadFailure error={error} onRetry={refetch} />
        </div>
      )}
      {data && items.length === 0 && (
        <div className="mt-5">
          <EmptyState title="No recommendations yet">
            <p>Do you use this tool? Upvote it and say why.</p>
          </EmptyState>
        </div>
      )}
      {items.map((item) => (
        <Quotation key={item.id} {...item} />
      ))}
      {hasNextPage && (
        <Button
          variant="quiet"
          size="lg"
          className="mt-7"
          busy={isFetchingNextPage}
          onClick={() => fetchNextPage()}
        >
          {isFetchingNextPage ? 'Loading...' : 'Load More'}
        </Button>
      )}
    </section>
  )
}

/** A reason, set as the quotation it is. */
function Quotation({ reason, created_at, profiles }: Recommendation) {
  return (
    <figure className={RECOMMENDATION_BOX}>
      <blockquote className="max-w-[58ch] font-serif text-[19px] leading-[1.45] tracking-[-0.011em] text-pretty whitespace-pre-line md:text-[21px]">
        {reason}
      </blockquote>
      <figcaption className="mt-3 flex items-center gap-2 text-[13px] text-ink-faint">
        <span className="font-medium text-ink-soft">
          {profiles?.username ? `@${profiles.username}` : 'Anonymous'}
        </span>
        <span aria-hidden="true">·</span>
        <time dateTime={created_at}>{formatDay(created_at)}</time>
      </figcaption>
    </figure>
  )
}
