import { lazy, Suspense } from 'react'
import { useSession } from '~/lib/session'

const FollowButton = lazy(() => import('./follow-button').then((part) => ({ default: part.FollowButton })))

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
