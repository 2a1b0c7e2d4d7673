import { mutationOptions } from '@tanstack/react-query'
import * as messages from '#messages/answers.js'
import { requiredText } from '#shared/hidden-character-rules.ts'
import { getDb } from '~/lib/db-client'
import { addErrorTexts, type ErrorCode } from '~/lib/errors'
import { isLimit, resultOf } from '~/lib/limit-reached'

addErrorTexts(messages.answerErrors)

/** Characters of an answer: as many as of what it answers. */
export const ANSWER_MAX = 200

export const answerSchema = requiredText('lines', {
  name: messages.answer,
  limit: ANSWER_MAX,
  missing: messages.answerRequired,
})

/** Refusals of the database, by the detail or code it gives. */
const REFUSALS: Partial<Record<string, ErrorCode>> = {
  maker: 'answerNoMaker',
  taken: 'answerTaken',
  removed: 'answerRemoved',
  PT404: 'answerGone',
}

/** Without a text the answer is removed. */
type Answer = { upvoteId: string; text: string | null }

/** Writes, changes or removes what a maker answers to a recommendation. */
export const answerMutation = mutationOptions({
  mutationFn: ({ upvoteId: upvote_id, text }: Answer) => {
    const db = getDb()
    const call =
      text === null
        ? db.rpc('remove_answer', { upvote_id })
        : db.rpc('save_answer', { upvote_id, answer: text })
    return resultOf<unknown>(call, 'saveAnswer', REFUSALS)
  },
  meta: { failure: 'saveAnswer', inForm: isLimit },
})
