import { skipToken, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSession } from '~/lib/session'
import { Quotation } from './quotation'
import { upvoteQueries } from './upvote-queries'

/** The person's own recommendation while nobody else sees it, with why: its author is never left guessing. */
export function OwnHidden({ toolId }: { toolId: string }) {
  const { user } = useSession()
  const { data } = useQuery(
    user ? upvoteQueries.ownHidden(user.id, toolId) : { queryKey: ['nobody'], queryFn: skipToken },
  )
  if (!data) return null
  return (
    <Quotation reason={data.reason} created_at={data.created_at} writer="You">
      <span className="basis-full text-bad">
        {why(data)}
        {data.flag_status === 'rejected' && !data.upvote_appeals && (
          <>
            {' '}
            <Link to="/profile" search={{ tab: 'upvotes' }} className="link">
              Answer in your profile
            </Link>
          </>
        )}
      </span>
    </Quotation>
  )
}

type Hidden = { flag_status: string | null; upvote_appeals: { status: string } | null }

function why({ flag_status, upvote_appeals: answer }: Hidden): string {
  if (flag_status !== 'rejected')
    return 'Only you can see this: it is hidden while a moderator looks at a report.'
  if (answer?.status === 'pending')
    return 'Only you can see this: it is hidden while a moderator reads your answer.'
  return 'Only you can see this: a moderator agreed with a report about it.'
}
