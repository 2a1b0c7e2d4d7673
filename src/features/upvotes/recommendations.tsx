import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { EmptyState } from '~/components/ui/empty-state'
import { LoadFailure } from '~/components/ui/load-failure'
import { MoreButton } from '~/components/ui/more-button'
import { SectionTitle } from '~/components/ui/section-title'
import { OwnHidden } from './own-hidden'
import { Quotation } from './quotation'
import { RecommendationsSkeleton } from './recommendations-skeleton'
import { upvoteQueries } from './upvote-queries'
import type { Recommendation } from './upvotes-data'
import { RECOMMENDATIONS_HEADING } from './use-refresh-recommendations'

type Props = {
  toolId: string
  /** Whether the person on this page has upvoted the tool: then theirs may be one that only they see. */
  upvoted: boolean
  /** What may be done with a recommendation; `writerId` is the element that names its writer. */
  renderAction: (item: Recommendation, writerId: string) => ReactNode
}

/** The section 'User Recommendations' of a tool's page. */
export function Recommendations({ toolId, upvoted, renderAction }: Props) {
  const query = useInfiniteQuery(upvoteQueries.byTool(toolId))
  const { data, error, isPending, refetch } = query
  const items = data?.pages.flatMap(({ recommendations }) => recommendations) ?? []
  return (
    <section aria-labelledby={RECOMMENDATIONS_HEADING}>
      <div className="flex items-baseline gap-2">
        <SectionTitle id={RECOMMENDATIONS_HEADING} tabIndex={-1}>
          User Recommendations
        </SectionTitle>
        {data && <span className="text-[15px] text-ink-faint tabular-nums">{data.pages[0]?.total}</span>}
      </div>
      {upvoted && <OwnHidden toolId={toolId} />}
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
        <Item key={item.id} item={item} renderAction={renderAction} />
      ))}
      <MoreButton list={query} size="lg" className="mt-7" />
    </section>
  )
}

function Item({ item, renderAction }: Pick<Props, 'renderAction'> & { item: Recommendation }) {
  const writerId = useId()
  const writer = item.profiles?.username ? `@${item.profiles.username}` : 'Anonymous'
  return (
    <Quotation reason={item.reason} created_at={item.created_at} writer={writer} writerId={writerId}>
      {renderAction(item, writerId)}
    </Quotation>
  )
}
