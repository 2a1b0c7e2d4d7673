import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { listErrors } from '#messages/lists.js'
import { type Db, getDb } from '~/lib/db-client'
import { addErrorTexts, assertAnswered, DataError } from '~/lib/errors'
import { failureOf } from '~/lib/limit-reached'
import { PERSONAL } from '~/lib/session'

addErrorTexts(listErrors)

/** What is followed: a category or a list. */
export type Followed = { category_id: string } | { list_id: string }

async function listFollows(db: Db, signal: AbortSignal) {
  const answer = await db.rpc('list_my_follows').abortSignal(signal)
  assertAnswered(answer, 'loadLists', signal)
  return answer.data
}

/** Everything the person follows: a hundred at most, read once for all buttons. */
export const followsQuery = (userId: string) =>
  queryOptions({
    queryKey: [PERSONAL, userId, 'follows'],
    queryFn: ({ signal }) => listFollows(getDb(), signal),
    staleTime: 60_000,
  })

export const followMutation = (userId: string) =>
  mutationOptions({
    mutationFn: async ({ what, followed }: { what: Followed; followed: boolean }) => {
      const answer = await getDb().rpc('set_followed', { ...what, followed })
      if (answer.error) throw new DataError('follow', await failureOf(answer))
    },
    meta: { failure: 'follow' },
    onSettled: (_done, _error, _what, _result, { client }) => client.invalidateQueries(followsQuery(userId)),
  })
