import { skipToken, useQuery } from '@tanstack/react-query'
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
        {data.flag_status === 'rejected'
          ? 'Only you can see this: a moderator agreed with a report about it.'
          : 'Only you can see this: it is hidden while a moderator looks at a report.'}
      </span>
    </Quotation>
  )
}
