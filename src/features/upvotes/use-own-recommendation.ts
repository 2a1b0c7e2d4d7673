import { skipToken, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '~/lib/session'
import { OWN_RECOMMENDATION, showOwnRecommendation } from './upvote-rules'
import type { Recommendation } from './upvotes-data'
import { upvoteQueries } from './upvotes-data'

/**
 * The person's own recommendation of a tool, where it belongs above the list: while it is hidden, so that its author is
 * not left guessing, and when it was asked for and is not among those listed. Whoever asks for it is led to it.
 */
export function useOwnRecommendation(toolId: string, upvoted: boolean, listed: readonly Recommendation[]) {
  const { user } = useSession()
  const asked = useLocation({ select: ({ hash }) => hash === OWN_RECOMMENDATION })
  const { data: own } = useQuery(
    user && upvoted ? upvoteQueries.own(user.id, toolId) : { queryKey: ['nobody'], queryFn: skipToken },
  )
  const isListed = user !== null && listed.some(({ user_id }) => user_id === user.id)
  const isHidden = own?.flag_status === 'pending' || own?.flag_status === 'rejected'
  const above = own && !isListed && (isHidden || asked) ? own : null
  const isThere = isListed || above !== null

  useEffect(() => {
    if (asked && isThere) showOwnRecommendation()
  }, [asked, isThere])

  return { above, userId: user?.id }
}
