import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import * as messages from '#messages/lists.js'
import { Button } from '~/components/ui/button'
import { LoadFailure } from '~/components/ui/load-failure'
import { focusOnceLost } from '~/lib/focus-once-lost'
import { type Followed, followMutation, followsQuery } from './follows-data'

/** What the member follows, to end it; nothing while they follow nothing. */
export function MyFollows({ userId }: { userId: string }) {
  const follows = useQuery(followsQuery(userId))
  const { mutate, isPending } = useMutation(followMutation(userId))
  const heading = useRef<HTMLHeadingElement>(null)
  if (follows.error && !follows.data)
    return <LoadFailure error={follows.error} onRetry={() => follows.refetch()} />
  if (!follows.data?.length) return null
  return (
    <section className="mt-12 border-line border-t pt-8">
      <h2 ref={heading} tabIndex={-1} className="display text-[26px] outline-none">
        {messages.youFollow}
      </h2>
      <p className="mt-3 max-w-[58ch] text-[15px] text-ink-soft">{messages.youFollowHelp}</p>
      <ul aria-label={messages.youFollow} className="mt-5 max-w-[640px] border-line border-t">
        {follows.data.map(({ category_id, list_id, name, path }) => {
          const what: Followed | undefined = category_id ? { category_id } : list_id ? { list_id } : undefined
          return (
            <li key={path} className="flex items-center justify-between gap-4 border-line border-b py-2.5">
              <Link to={path} dir="auto" className="min-w-0 wrap-anywhere hover:underline">
                {name}
              </Link>
              {what && (
                <Button
                  variant="quiet"
                  size="sm"
                  disabled={isPending}
                  aria-label={messages.unfollowName({ name })}
                  onClick={() =>
                    mutate(
                      { what, followed: false },
                      { onSuccess: () => focusOnceLost(() => heading.current) },
                    )
                  }
                >
                  {messages.unfollow}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
