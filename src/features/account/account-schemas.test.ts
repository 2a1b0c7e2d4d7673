import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { countBytes, emailSchema, resetPasswordSchema, signInSchema, signUpSchema } from './account-schemas'

const person = { fullName: 'Ada Lovelace', username: 'ada', email: 'ada@example.com', password: 'engine' }

function mistakes(schema: z.ZodMiniType, value: unknown): Record<string, string> {
  const issues = z.safeParse(schema, value).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))
}

describe('sign in', () => {
  it('requires a valid address and a password', () => {
    expect(mistakes(signInSchema, { email: 'ada', password: '' })).toEqual({
      email: 'Invalid email address',
      password: 'Password is required',
    })
  })

  it('accepts any password: the rules apply to new ones only', () => {
    expect(mistakes(signInSchema, { email: 'ada@example.com', password: 'x' })).toEqual({})
  })
})

describe('sign up', () => {
  it('names what is missing in an empty form', () => {
    expect(mistakes(signUpSchema, { fullName: ' ', username: '', email: '', password: '' })).toEqual({
      fullName: 'Full name is required',
      username: 'Username is required',
      email: 'Invalid email address',
      password: 'Password must be at least 6 characters',
    })
  })

  it('accepts a full name of up to 200 characters, counting an emoji as one', () => {
    expect(mistakes(signUpSchema, { ...person, fullName: '👏'.repeat(200) })).toEqual({})
    expect(mistakes(signUpSchema, { ...person, fullName: '👏'.repeat(201) })).toEqual({
      fullName: 'Full name must be 200 characters or less',
    })
  })

  it('trims the values, except the password', () => {
    const typed = { fullName: ' Ada ', username: 'ada ', email: ' ada@example.com', password: ' engine ' }
    expect(z.parse(signUpSchema, typed)).toEqual({ ...person, fullName: 'Ada', password: ' engine ' })
  })

  it.each(['ada+tools@example.com', 'Ada.Lovelace@Example.COM'])('takes the address %s', (email) => {
    expect(mistakes(signUpSchema, { ...person, email })).toEqual({})
  })

  it.each(['ada@', '@example.com', 'ada@example', 'ada example@example.com', 'ädä@example.com'])(
    'refuses the address %s',
    (email) => {
      expect(mistakes(signUpSchema, { ...person, email })).toEqual({ email: 'Invalid email address' })
    },
  )
})

describe('a new password', () => {
  const password = (value: string) => mistakes(signUpSchema, { ...person, password: value }).password

  it('has at least 6 characters', () => {
    expect(password('12345')).toBe('Password must be at least 6 characters')
    expect(password('123456')).toBeUndefined()
  })

  it('has at most 72 bytes, and says how many it has', () => {
    expect(password('x'.repeat(72))).toBeUndefined()
    expect(password('x'.repeat(73))).toContain('73 bytes')
    expect(password('ü'.repeat(36))).toBeUndefined()
    expect(password('ü'.repeat(37))).toContain('74 bytes')
    expect(password('👏'.repeat(19))).toContain('76 bytes')
  })

  it('counts bytes as the service does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => countBytes(text) === Buffer.byteLength(text)),
    )
  })
})

describe('forgotten password', () => {
  it('requires a valid address', () => {
    expect(mistakes(emailSchema, { email: 'x' })).toEqual({ email: 'Invalid email address' })
  })

  it('reports a mismatch at the confirmation, also beside another error', () => {
    expect(mistakes(resetPasswordSchema(false), { password: 'engine', confirmation: 'engines' })).toEqual({
      confirmation: 'Passwords do not match',
    })
    expect(mistakes(resetPasswordSchema(false), { password: 'abc', confirmation: 'abd' })).toEqual({
      password: 'Password must be at least 6 characters',
      confirmation: 'Passwords do not match',
    })
    expect(mistakes(resetPasswordSchema(false), { password: 'engine', confirmation: 'engine' })).toEqual({})
  })

  it('requires the current password where the service does', () => {
    const values = { currentPassword: '', password: 'engine', confirmation: 'engine' }
    expect(mistakes(resetPasswordSchema(true), values)).toEqual({
      currentPassword: 'Current password is required',
    })
    expect(mistakes(resetPasswordSchema(true), { ...values, currentPassword: 'x' })).toEqual({})
  })
})
