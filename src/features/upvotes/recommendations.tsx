import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId } from 'react'
import * as common from '#messages/common.js'
import * as texts from '#messages/recommendations.js'
import * as messages from '#messages/tool-page.js'
import { MemberLink } from '~/components/member-link'
import { EmptyState } from '~/components/ui/empty-state'
import { LoadFailure } from '~/components/ui/load-failure'
import { MoreButton } from '~/components/ui/more-button'
import { SectionTitle } from '~/components/ui/section-title'
import { OWN_RECOMMENDATION } from '~/lib/own-recommendation'
import { useSession } from '~/lib/session'
import { useSite } from '~/lib/site-data'
import { withPart } from '~/lib/with-part'
import { EditButton } from './edit-button'
import { OwnRecommendation, useOwnRecommendation } from './own-recommendation'
import { Quotation } from './quotation'
import {
  type Recommendation,
  type RecommendationSort,
  recommendationQueries,
  useMyHelpful,
} from './recommendations-data'
import { RecommendationsSkeleton } from './recommendations-skeleton'
import { UPVOTE_HASH, type UpvoteTool, useAskForUpvote } from './upvote-provider'
import { upvoteQueries } from './upvotes-data'
import { RECOMMENDATIONS_HEADING } from './use-refresh-recommendations'

type Props = {
  tool: UpvoteTool & { upvote_count: number }
  sort: RecommendationSort
  /** Whether the person has upvoted the tool: their recommendation may be visible to them only. */
  upvoted: boolean
  /** Actions on a recommendation; `writerId` is the element that names its author. */
  renderAction: (item: Recommendation, writerId: string) => ReactNode
  /** What its maker answered, below it. */
  renderAnswer: (item: Recommendation) => ReactNode
}

export function Recommendations({ tool, sort, upvoted, renderAction, renderAnswer }: Props) {
  useRequestedUpvote(tool)
  const site = useSite()
  const query = useInfiniteQuery({
    ...recommendationQueries.byTool(tool.id, sort),
    // The list stays until it is there in the other order.
    placeholderData: keepPreviousData,
  })
  const { data, error, isPending, refetch } = query
  const items = data?.pages.flatMap(({ recommendations }) => recommendations) ?? []
  const { above, userId } = useOwnRecommendation(tool.id, upvoted, items)
  const helpful = useMyHelpful(items)
  // All of them, if none is listed: those that are counted and not listed wait for a moderator.
  const waiting = data ? (data.pages[0]?.hidden ?? tool.upvote_count) : 0
  const total = Math.max(0, tool.upvote_count - waiting)
  // The person's own shows its state itself.
  const hidden = Math.max(0, waiting - (above?.flag_status === 'pending' ? 1 : 0))
  return (
    <section aria-labelledby={RECOMMENDATIONS_HEADING}>
      <div className="flex flex-wrap items-baseline gap-x-2">
        <SectionTitle id={RECOMMENDATIONS_HEADING} tabIndex={-1}>
          {common.userRecommendations}
        </SectionTitle>
        {data && <span className="text-[15px] text-ink-faint tabular-nums">{total}</span>}
        {tool.upvote_count > 1 && <RecommendationOrder sort={sort} />}
      </div>
      {hidden > 0 && (items.length > 0 || above) && (
        <p className="text-[13px] text-ink-faint">{messages.hiddenCount({ hidden })}</p>
      )}
      {above && <OwnRecommendation tool={tool} own={above} />}
      {isPending && <RecommendationsSkeleton />}
      {error && items.length === 0 && <LoadFailure className="mt-5" error={error} onRetry={refetch} />}
      {data && items.length === 0 && !above && (
        <EmptyState
          className="mt-5"
          title={hidden > 0 ? messages.noRecommendationsToShow : common.noRecommendationsYet}
        >
          {hidden > 0 && <p>{messages.hiddenCount({ hidden })}</p>}
          {!upvoted && <p>{messages.doYouUseThisTool(site)}</p>}
        </EmptyState>
      )}
      {items.map((item, place) => (
        <Item
          key={item.id}
          {...{ tool, item, renderAction, renderAnswer }}
          leads={place === 0 && item.reason.length <= SHORT}
          isOwn={item.user_id === userId}
          isHelpful={helpful.includes(item.id)}
        />
      ))}
      <MoreButton list={query} size="lg" className="mt-7" />
    </section>
  )
}

/** Characters of a reason that opens the page. */
const SHORT = 240

type ItemProps = Pick<Props, 'tool' | 'renderAction' | 'renderAnswer'> & {
  item: Recommendation
  leads: boolean
  isOwn: boolean
  isHelpful: boolean
}

function Item({ tool, item, leads, isOwn, isHelpful, renderAction, renderAnswer }: ItemProps) {
  const writerId = useId()
  return (
    <Quotation
      item={item}
      writer={<MemberLink username={item.username} hasPage={item.has_page} />}
      writerId={writerId}
      isOwn={isOwn}
      leads={leads}
      answer={renderAnswer(item)}
    >
      {isOwn && (
        <>
          <span aria-hidden="true">·</span>
          <span className="font-medium text-accent">{common.you}</span>
        </>
      )}
      {/* A line of its own on a phone: what a member may do comes later, and moves nothing. */}
      <span className="flex grow items-center max-md:basis-full">
        <HelpfulButton {...{ tool, item, writerId, isOwn, isHelpful }} />
        {isOwn ? <EditButton tool={tool} own={item} /> : renderAction(item, writerId)}
      </span>
    </Quotation>
  )
}

/**
 * On the page of a tool that a visitor wanted to upvote: once they are signed in, goes on with it. Replaces the URL, so
 * that Back and reloading do not ask again.
 */
function useRequestedUpvote({ id, name, slug }: UpvoteTool): void {
  const ask = useAskForUpvote()
  const navigate = useNavigate()
  const { user } = useSession()
  const isRequested = useLocation({ select: ({ hash }) => hash === UPVOTE_HASH }) && user !== null
  const { data: marks, isFetched } = useQuery({
    ...upvoteQueries.marksOf(user?.id ?? '', [id]),
    enabled: isRequested,
  })

  useEffect(() => {
    if (!isRequested || !isFetched) return
    const isOwn = marks?.some(({ is_upvoted }) => is_upvoted) ?? false
    const hash = isOwn ? OWN_RECOMMENDATION : undefined
    void navigate({ to: '/tools/$slug', params: { slug }, hash, replace: true, resetScroll: false })
    if (!isOwn) void ask({ id, name, slug })
  }, [isRequested, isFetched, marks, ask, navigate, id, name, slug])
}

const ORDERS: readonly { sort: RecommendationSort; label: string }[] = [
  { sort: 'newest', label: texts.newest },
  { sort: 'helpful', label: texts.mostHelpful },
]

/** The orders of a tool's recommendations, each with its own URL. */
function RecommendationOrder({ sort }: { sort: RecommendationSort }) {
  return (
    <nav aria-label={texts.order} className="ms-auto print:hidden">
      <ul className="flex flex-wrap">
        {ORDERS.map((order) => (
          <li key={order.sort}>
            <Link
              to="."
              search={{ sort: order.sort === 'newest' ? undefined : order.sort }}
              rel={order.sort === 'newest' ? undefined : 'nofollow'}
              resetScroll={false}
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={order.sort === sort ? 'page' : undefined}
              className={`inline-flex min-h-8 items-center rounded-full px-2 font-medium text-[13px] leading-none whitespace-nowrap transition-colors pointer-coarse:min-h-11 ${order.sort === sort ? 'bg-sunken text-ink' : 'text-ink-faint hover:text-ink'}`}
            >
              {order.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type HelpfulButtonProps = {
  tool: UpvoteTool
  item: Recommendation
  /** The element that names the author, to distinguish the buttons. */
  writerId: string
  isOwn: boolean
  isHelpful: boolean
}

/** As high as the button, so that nothing moves when it turns out whose it is. */
const BOX = 'inline-flex min-h-7 items-center tabular-nums pointer-coarse:min-h-11'

/** Says that somebody else's recommendation helped, or takes that back. What it does is downloaded with the press. */
function HelpfulButton({ tool, item, writerId, isOwn, isHelpful }: HelpfulButtonProps) {
  const client = useQueryClient()
  const ask = useAskForUpvote()
  const count = item.helpful_count
  if (isOwn) return <span className={BOX}>{texts.foundHelpful({ count })}</span>
  return (
    <button
      type="button"
      aria-pressed={isHelpful}
      aria-describedby={writerId}
      onClick={() =>
        withPart(import('./helpful-data'), ({ toggleHelpful }) =>
          toggleHelpful(client, { tool, item, helpful: !isHelpful }, ask),
        )
      }
      className={`${BOX} rounded-full border border-line px-2.5 text-ink-soft transition-colors hover:border-line-strong hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent`}
    >
      {texts.helpful}
      {count > 0 && <span className="ms-1.5 font-medium">{count}</span>}
    </button>
  )
}
