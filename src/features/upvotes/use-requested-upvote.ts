import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '~/lib/session'
import { OWN_RECOMMENDATION, UPVOTE_HASH, type UpvoteTool, useAskForUpvote } from './upvote-provider'
import { upvoteQueries } from './upvotes-data'

/**
 * On the page of a tool that a visitor wanted to upvote: once they are signed in, goes on with it. Replaces the URL, so
 * that Back and reloading do not ask again.
 */
export function useRequestedUpvote({ id, name, slug }: UpvoteTool): void {
  const ask = useAskForUpvote()
  const navigate = useNavigate()
  const { user } = useSession()
  const isRequested = useLocation({ select: ({ hash }) => hash === UPVOTE_HASH }) && user !== null
  const { data: upvoted, isFetched } = useQuery({
    ...upvoteQueries.mineAmong(user?.id ?? '', [id]),
    enabled: isRequested,
  })

  useEffect(() => {
    if (!isRequested || !isFetched) return
    const isOwn = upvoted?.includes(id) ?? false
    const hash = isOwn ? OWN_RECOMMENDATION : undefined
    void navigate({ to: '/tools/$slug', params: { slug }, hash, replace: true, resetScroll: false })
    if (!isOwn) void ask({ id, name, slug })
  }, [isRequested, isFetched, upvoted, ask, navigate, id, name, slug])
}
