import { mutationOptions } from '@tanstack/react-query'
import * as messages from '#messages/answers.js'
import { requiredText } from '#shared/hidden-character-rules.ts'
import { type Db, getDb } from '~/lib/db-client'
import { addErrorTexts, DataError, type ErrorCode } from '~/lib/errors'
import { failureOf, isLimit } from '~/lib/limit-reached'

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

async function save(db: Db, { upvoteId, text }: Answer): Promise<void> {
  const reply =
    text === null
      ? await db.rpc('remove_answer', { upvote_id: upvoteId })
      : await db.rpc('save_answer', { upvote_id: upvoteId, answer: text })
  if (!reply.error) return
  const refused = REFUSALS[reply.error.details ?? ''] ?? REFUSALS[reply.error.code]
  if (refused) throw new DataError(refused, { status: reply.status })
  throw new DataError('saveAnswer', failureOf(reply))
}

/** Writes, changes or removes what a maker answers to a recommendation. */
export const answerMutation = mutationOptions({
  mutationFn: (answer: Answer) => save(getDb(), answer),
  meta: { failure: 'saveAnswer', inForm: isLimit },
})
