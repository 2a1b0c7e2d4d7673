import { createHmac, randomBytes } from 'node:crypto'
import bcrypt from '@node-rs/bcrypt'
import { AuthError, invalid } from './errors.ts'

/** bcrypt reads no further; longer passwords would be cut in silence. */
const MAX_BYTES = 72
const MIN_LENGTH = 6
const COST = 10

export const hashPassword = (password: string): Promise<string> => bcrypt.hash(password, COST)

/** Compared against where there is no account, so that the refusal takes as long as one that had something to compare. */
const nobodysHash = hashPassword(randomBytes(16).toString('hex'))

/** Whether the password is the one of this hash; false, after the same work, where there is no hash. */
export async function isPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const matches = await bcrypt.compare(readable(password), hash || (await nobodysHash))
  return matches && Boolean(hash) && isReadable(password)
}

/**
 * The hash of a password chosen for an address that is not verified. All sign-ups of one address have one salt, so one
 * hash finds the one that matches however many there are: a flood of them neither slows down sign-in nor has to be cut.
 */
export function hashForAddress(password: string, email: string, secret: string): Promise<string> {
  const salt = createHmac('sha256', secret).update(`pending sign-up ${email}`).digest().subarray(0, 16)
  return bcrypt.hash(readable(password), COST, salt)
}

/** Throws for a password nobody may choose. */
export function checkNewPassword(password: string): void {
  if (password.length < MIN_LENGTH)
    throw new AuthError(422, 'weak_password', `Password should be at least ${MIN_LENGTH} characters.`, {
      weak_password: { reasons: ['length'] },
    })
  if (!isReadable(password)) throw invalid(`Password cannot be longer than ${MAX_BYTES} bytes`)
}

const isReadable = (password: string): boolean => Buffer.byteLength(password) <= MAX_BYTES
const readable = (password: string): string => (isReadable(password) ? password : '')
