import { expect, it } from 'vitest'
import { ANSWER_MAX, answerSchema } from './answers-data'

const mistakeIn = (text: string) => answerSchema.safeParse(text).error?.issues[0]?.message

it('is needed, space alone is none', () => {
  expect(mistakeIn('')).toBe('Please write an answer')
  expect(mistakeIn(' \n\t ')).toBe('Please write an answer')
})

it('has as many characters as the database takes, an emoji being one, space around none', () => {
  expect(mistakeIn(` ${'👏'.repeat(ANSWER_MAX)} `)).toBeUndefined()
  expect(mistakeIn('a'.repeat(ANSWER_MAX + 1))).toBe('Answer must be 1000 characters or less')
})
