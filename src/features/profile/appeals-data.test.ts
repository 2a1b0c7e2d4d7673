import { expect, it } from 'vitest'
import { APPEAL_MAX, appealSchema } from './appeals-data'

const mistakeIn = (text: string) => appealSchema.safeParse(text).error?.issues[0]?.message

it('is needed, space alone is none', () => {
  expect(mistakeIn('')).toBe('Please write your appeal')
  expect(mistakeIn(' \n\t ')).toBe('Please write your appeal')
})

it('has as many characters as the database takes, an emoji being one, space around none', () => {
  expect(mistakeIn(` ${'👏'.repeat(APPEAL_MAX)} `)).toBeUndefined()
  expect(mistakeIn('a'.repeat(APPEAL_MAX + 1))).toBe('Appeal must be 1000 characters or less')
})
