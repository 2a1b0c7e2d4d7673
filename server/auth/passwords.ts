import { createHmac, randomBytes } from 'node:crypto'
import bcrypt from '@node-rs/bcrypt'
import { PASSWORD_MAX_BYTES, PASSWORD_MIN } from '../../src/rules/person-rules.ts'
import { AuthError, invalid } from './errors.ts'

const COST = 10

export const hashPassword = (password: string): Promise<string> => bcrypt.hash(password, COST)

/** Compared with when there is no account, so that both refusals take equally long. */
const nobodysHash = hashPassword(randomBytes(16).toString('hex'))

/** Whether the password matches the hash; without a hash false, after the same work. */
export async function isPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const matches = await bcrypt.compare(readable(password), hash || (await nobodysHash))
  return matches && Boolean(hash) && isReadable(password)
}

/**
 * The hash of a password chosen for an unverified address. All sign-ups of an address share a salt, so one hash finds
 * the matching one: any number of them neither slows down sign-in nor has to be bounded.
 */
export function hashForAddress(password: string, email: string, secret: string): Promise<string> {
  const salt = createHmac('sha256', secret).update(`pending sign-up ${email}`).digest().subarray(0, 16)
  return bcrypt.hash(readable(password), COST, salt)
}

/** Throws for a password that is not allowed. */
export function checkNewPassword(password: string): void {
  if (password.length < PASSWORD_MIN)
    throw new AuthError(422, 'weak_password', `Password should be at least ${PASSWORD_MIN} characters.`, {
      weak_password: { reasons: ['length'] },
    })
  if (!isReadable(password)) throw invalid(`Password cannot be longer than ${PASSWORD_MAX_BYTES} bytes`)
}

const isReadable = (password: string): boolean => Buffer.byteLength(password) <= PASSWORD_MAX_BYTES
const readable = (password: string): string => (isReadable(password) ? password : '')
