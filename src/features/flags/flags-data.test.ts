import { expect, it } from 'vitest'
import { FLAG_REASON_MAX, flagReasonSchema } from './flags-data'

const mistakeIn = (text: string) => flagReasonSchema.safeParse(text).error?.issues[0]?.message

it('is required, and white space does not count', () => {
  expect(mistakeIn('')).toBe('Please provide a reason for flagging this content')
  expect(mistakeIn(' \n\t ')).toBe('Please provide a reason for flagging this content')
})

it("has the database's limit of characters, counting an emoji as one, trimmed", () => {
  expect(mistakeIn(` ${'🚩'.repeat(FLAG_REASON_MAX)} `)).toBeUndefined()
  expect(mistakeIn('a'.repeat(FLAG_REASON_MAX + 1))).toBe('Reason must be 1000 characters or less')
})

it('is sent trimmed', () => {
  expect(flagReasonSchema.parse('  Spam.\n')).toBe('Spam.')
})
