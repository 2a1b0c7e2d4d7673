import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import * as common from '#messages/common.js'
import * as messages from '#messages/lists.js'
import { Badge } from '~/components/ui/badge'
import { LoadFailure } from '~/components/ui/load-failure'
import { LoadingBox } from '~/components/ui/loading-box'
import { notify } from '~/lib/notify'
import { useSite } from '~/lib/site-data'
import { ListName } from './list-name'
import { ownListQueries } from './own-lists-data'

/** The member's lists beside what they saved, each opened to be changed, and a new one. */
export function MyLists({ userId }: { userId: string }) {
  const site = useSite()
  const lists = useQuery(ownListQueries.all(userId))
  if (lists.error && !lists.data) return <LoadFailure error={lists.error} onRetry={() => lists.refetch()} />
  return (
    <section className="mt-12 border-line border-t pt-8">
      <h2 className="display text-[26px]">{messages.yourLists}</h2>
      <p className="mt-3 max-w-[58ch] text-[15px] text-ink-soft">{messages.help(site)}</p>
      {!lists.data && <LoadingBox className="mt-5 h-24 rounded-card [&~*]:hidden" />}
      {lists.data && lists.data.length > 0 && (
        <ul aria-label={messages.yourLists} className="mt-5 border-line border-t">
          {lists.data.map(({ id, name, address, tools, is_public, is_hidden }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-3">
              <Link
                to="/profile"
                search={{ tab: 'saved', list: address }}
                dir="auto"
                className="target min-w-0 rounded-md font-medium text-[15px] wrap-anywhere hover:underline"
              >
                {name}
              </Link>
              <span className="text-[13px] text-ink-faint">
                {common.itemCount({ ...site, count: tools })}
              </span>
              {is_hidden ? <Badge>{messages.hidden}</Badge> : is_public && <Badge>{messages.isPublic}</Badge>}
            </li>
          ))}
        </ul>
      )}
      <div className="mt-6">
        <ListName userId={userId} onSaved={() => notify.success(messages.made)} />
      </div>
    </section>
  )
}
