import {
  type InfiniteData,
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
} from '@tanstack/react-query'
import { unreadKey } from '~/lib/admin-status-data'
import { type Db, getDb } from '~/lib/db-client'
import { dataOf } from '~/lib/errors'
import { PERSONAL } from '~/lib/session'
import { toPage } from '~/lib/to-page'

/** Notices on a page; one more is read, to see whether there is another page. */
const NOTICES_PAGE = 20

type NoticePage = Awaited<ReturnType<typeof listNotices>>
export type Notice = NoticePage['notices'][number]

/** One page of the person's notices, newest first, those before this id. */
async function listNotices(db: Db, before: number | undefined, signal: AbortSignal) {
  const ask = db.rpc('list_my_notices', before ? { before_id: before } : {})
  const data = await dataOf(ask, 'loadNotices', signal)
  const { rows, next } = toPage(data, NOTICES_PAGE, ({ id }) => id)
  return { notices: rows, next }
}

/** How many the person has not read, counted to 100; known to the header already, and asked for again with the list. */
async function countUnread(db: Db, signal: AbortSignal): Promise<number> {
  const data = await dataOf(db.rpc('get_my_standing'), 'loadNotices', signal)
  return data[0]?.unread ?? 0
}

/** The person's notices, page by page. */
export const noticesQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: [PERSONAL, userId, 'notices'],
    queryFn: async ({ pageParam, signal, client }) => {
      const [page, unread] = await Promise.all([
        listNotices(getDb(), pageParam, signal),
        pageParam === undefined ? countUnread(getDb(), signal) : undefined,
      ])
      if (unread !== undefined) client.setQueryData(unreadKey(userId), unread)
      return page
    },
    initialPageParam: undefined satisfies number | undefined as number | undefined,
    getNextPageParam: ({ next }) => next,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  })

/** What is marked as read: one notice, or all up to the newest that the person has seen. */
type Reading = { upTo: number; onlyOne: boolean }

/** Marks as read, and shows it in the list and in the header without reading either again. */
export const readMutation = (userId: string) =>
  mutationOptions({
    /** Returns how many are left unread. */
    mutationFn: ({ upTo, onlyOne }: Reading) =>
      dataOf(getDb().rpc('read_notices', { up_to: upTo, only_one: onlyOne }), 'readNotices'),
    meta: { failure: 'readNotices' },
    onSuccess: (unread, reading, _result, { client }) => {
      client.setQueryData(unreadKey(userId), unread)
      markRead(client, userId, reading)
    },
  })

function markRead(client: QueryClient, userId: string, { upTo, onlyOne }: Reading): void {
  const read_at = new Date().toISOString()
  const isMeant = ({ id }: Notice) => (onlyOne ? id === upTo : id <= upTo)
  client.setQueryData(
    noticesQuery(userId).queryKey,
    (data: InfiniteData<NoticePage> | undefined) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          notices: page.notices.map((notice) => (isMeant(notice) ? { ...notice, read_at } : notice)),
        })),
      },
  )
}
