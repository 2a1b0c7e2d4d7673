import { skipToken, useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/tool-page.js'
import { takesDown } from '~/lib/moderation-states'
import { OWN_RECOMMENDATION } from '~/lib/own-recommendation'
import { useSession } from '~/lib/session'
import { EditButton } from './edit-button'
import { Quotation } from './quotation'
import {
  type OwnRecommendation as Own,
  type Recommendation,
  recommendationQueries,
} from './recommendations-data'
import { showOwnRecommendation, type UpvoteTool } from './upvote-provider'

/** The person's own recommendation above the list: while it is hidden, with the reason, or when the URL asks for it. */
export function OwnRecommendation({ tool, own }: { tool: UpvoteTool; own: Own }) {
  const why = whyHidden(own)
  return (
    <Quotation item={own} writer={common.you} isOwn>
      <EditButton tool={tool} own={own} />
      {why && (
        <span className="basis-full text-bad">
          {why}
          {takesDown(own.flag_status) && !own.upvote_appeals && (
            <>
              {' '}
              <Link to="/profile" search={{ tab: 'upvotes' }} className="link">
                {messages.appealInYourProfile}
              </Link>
            </>
          )}
        </span>
      )}
    </Quotation>
  )
}

function whyHidden({ flag_status, upvote_appeals: appeal, edited_at, decided_at }: Own): string | null {
  if (flag_status === 'pending') return messages.hiddenInReview
  if (!takesDown(flag_status)) return null
  if (appeal?.about === 'rejected' && appeal.status === 'pending') return messages.hiddenUntilAppealed
  if (edited_at && edited_at > (decided_at ?? '')) return messages.hiddenUntilSeen
  return messages.hiddenByDecision
}

/**
 * The person's own recommendation, if it has to be shown above the list: while it is hidden, so that its author knows,
 * or when the URL names it and it is not on the first page. Scrolls to it when the URL names it.
 */
export function useOwnRecommendation(toolId: string, upvoted: boolean, listed: readonly Recommendation[]) {
  const { user } = useSession()
  const isTarget = useLocation({ select: ({ hash }) => hash === OWN_RECOMMENDATION })
  const { data: own } = useQuery(
    user && upvoted
      ? recommendationQueries.own(user.id, toolId)
      : { queryKey: ['nobody'], queryFn: skipToken },
  )
  const isListed = user !== null && listed.some(({ user_id }) => user_id === user.id)
  const isHidden = own?.flag_status === 'pending' || takesDown(own?.flag_status)
  const above = own && !isListed && (isHidden || isTarget) ? own : null
  const isThere = isListed || above !== null

  useEffect(() => {
    if (isTarget && isThere) showOwnRecommendation()
  }, [isTarget, isThere])

  return { above, userId: user?.id }
}
