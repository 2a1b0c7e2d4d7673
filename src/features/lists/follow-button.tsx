import { useMutation, useQuery } from '@tanstack/react-query'
import * as messages from '#messages/lists.js'
import { notify } from '~/lib/notify'
import { type Followed, followMutation, followsQuery } from './follows-data'

type Props = { userId: string; name: string; what: Followed }

/** Follows a category or a list, or no longer. */
export function FollowButton({ userId, name, what }: Props) {
  const { data: follows } = useQuery(followsQuery(userId))
  const { mutate, isPending, variables } = useMutation(followMutation(userId))
  if (!follows) return null
  const known = follows.some((one) =>
    'category_id' in what ? one.category_id === what.category_id : one.list_id === what.list_id,
  )
  const followed = isPending ? variables.followed : known
  const label = followed ? messages.following : messages.follow
  return (
    <button
      type="button"
      aria-pressed={followed}
      aria-label={`${label}: ${name}`}
      className="link target"
      onClick={() =>
        mutate(
          { what, followed: !followed },
          { onSuccess: () => notify.success(followed ? messages.unfollowed : messages.nowFollowed) },
        )
      }
    >
      {label}
    </button>
  )
}
