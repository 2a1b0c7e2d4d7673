import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { listErrors } from '#messages/lists.js'
import { getDb } from '~/lib/db-client'
import { addErrorTexts, dataOf } from '~/lib/errors'
import { resultOf } from '~/lib/limit-reached'
import { PERSONAL } from '~/lib/session'

addErrorTexts(listErrors)

/** What is followed: a category or a list. */
export type Followed = { category_id: string } | { list_id: string }

/** Everything the person follows: a hundred at most, read once for all buttons. */
export const followsQuery = (userId: string) =>
  queryOptions({
    queryKey: [PERSONAL, userId, 'follows'],
    queryFn: ({ signal }) => dataOf(getDb().rpc('list_my_follows'), 'loadFollows', signal),
    staleTime: 60_000,
  })

export const followMutation = (userId: string) =>
  mutationOptions({
    mutationFn: ({ what, followed }: { what: Followed; followed: boolean }) =>
      resultOf(getDb().rpc('set_followed', { ...what, followed }), 'follow'),
    meta: { failure: 'follow' },
    onSettled: (_done, _error, _what, _result, { client }) => client.invalidateQueries(followsQuery(userId)),
  })
