import { lazy, Suspense } from 'react'
import { useSession } from '~/lib/session'

// If it fails to load, it is missing.
const FollowButton = lazy(() =>
  import('./follow-button').then(
    (part) => ({ default: part.FollowButton }),
    () => ({ default: () => null }),
  ),
)

/** Follows a category; nothing for visitors, for whom nothing is downloaded. */
export function FollowCategory({ category }: { category: { id: string; name: string } }) {
  const { user } = useSession()
  return (
    user && (
      <Suspense>
        <FollowButton userId={user.id} name={category.name} what={{ category_id: category.id }} />
      </Suspense>
    )
  )
}
