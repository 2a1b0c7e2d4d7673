import { mutationOptions, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { getDb } from '~/lib/db-client'
import { dataOf } from '~/lib/errors'
import { PERSONAL } from '~/lib/session'

/** `waiting` is offered to people with a role. */
export const TOPICS = ['recommendations', 'reports', 'contributions', 'saved', 'sign_ins', 'waiting'] as const
export const WISHES = ['now', 'daily'] as const
export const CHOICES = ['off', ...WISHES] as const

/** Without a topic: off. */
type Wishes = { [Topic in (typeof TOPICS)[number]]?: string | undefined }

const wishes = z.partialRecord(z.enum(TOPICS), z.string())

/** Which notices the person wants by mail. */
export const noticeMailsQuery = (userId: string) =>
  queryOptions({
    queryKey: [PERSONAL, userId, 'notice-mails'],
    queryFn: async ({ signal }): Promise<Wishes> => {
      const kept = await dataOf(getDb().rpc('get_my_notice_mails'), 'loadNoticeMails', signal)
      return wishes.parse(kept)
    },
  })

export const noticeMailsMutation = (userId: string) =>
  mutationOptions({
    mutationFn: async (wishes: Wishes) => {
      await dataOf(getDb().rpc('save_my_notice_mails', { wishes }), 'saveNoticeMails')
      return wishes
    },
    meta: { failure: 'saveNoticeMails' },
    onSuccess: (wishes, _given, _result, { client }) =>
      client.setQueryData(noticeMailsQuery(userId).queryKey, wishes),
  })
