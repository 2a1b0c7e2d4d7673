import { expect, it } from 'vitest'
import { APPEAL_MAX, appealSchema } from './own-upvotes-data'

const mistakeIn = (text: string) => appealSchema.safeParse(text).error?.issues[0]?.message

it('is required, and white space does not count', () => {
  expect(mistakeIn('')).toBe('Please write your appeal')
  expect(mistakeIn(' \n\t ')).toBe('Please write your appeal')
})

it("has the database's limit of characters, counting an emoji as one, trimmed", () => {
  expect(mistakeIn(` ${'👏'.repeat(APPEAL_MAX)} `)).toBeUndefined()
  expect(mistakeIn('a'.repeat(APPEAL_MAX + 1))).toBe('Appeal must be 1000 characters or less')
})
