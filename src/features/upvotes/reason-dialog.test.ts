import { describe, expect, it } from 'vitest'
import { REASON_MAX, reasonSchema } from './reason-dialog'

const mistakeIn = (text: string) => reasonSchema.safeParse(text).error?.issues[0]?.message

describe('the reason of an upvote', () => {
  it('is required, and white space does not count', () => {
    expect(mistakeIn('')).toBe('Please provide a reason for your upvote')
    expect(mistakeIn(' \n ')).toBe('Please provide a reason for your upvote')
  })

  it('has at most 200 characters', () => {
    expect(mistakeIn('a'.repeat(REASON_MAX))).toBeUndefined()
    expect(mistakeIn('a'.repeat(REASON_MAX + 1))).toBe('Reason must be 200 characters or less')
  })

  it('counts an emoji as one character, trimmed', () => {
    expect(mistakeIn('👏'.repeat(REASON_MAX))).toBeUndefined()
    expect(mistakeIn(`  ${'a'.repeat(REASON_MAX)}  `)).toBeUndefined()
  })

  it('is sent trimmed', () => {
    expect(reasonSchema.parse('  Good.\n')).toBe('Good.')
  })
})
