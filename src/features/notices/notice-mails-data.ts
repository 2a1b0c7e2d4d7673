import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { getDb } from '~/lib/db-client'
import { assertAnswered } from '~/lib/errors'
import { PERSONAL } from '~/lib/session'

export const TOPICS = ['recommendations', 'reports', 'contributions', 'saved'] as const
export const WISHES = ['off', 'now', 'daily'] as const

type Wishes = Record<(typeof TOPICS)[number], string>

/** Which notices the person wants by mail. */
export const noticeMailsQuery = (userId: string) =>
  queryOptions({
    queryKey: [PERSONAL, userId, 'notice-mails'],
    queryFn: async ({ signal }): Promise<Wishes> => {
      const answer = await getDb().rpc('get_my_notice_mails').abortSignal(signal).single()
      assertAnswered(answer, 'loadNoticeMails', signal)
      return answer.data
    },
  })

export const noticeMailsMutation = (userId: string) =>
  mutationOptions({
    mutationFn: async (wishes: Wishes) => {
      assertAnswered(await getDb().rpc('save_my_notice_mails', wishes), 'saveNoticeMails')
      return wishes
    },
    meta: { failure: 'saveNoticeMails' },
    onSuccess: (wishes, _given, _result, { client }) =>
      client.setQueryData(noticeMailsQuery(userId).queryKey, wishes),
  })
