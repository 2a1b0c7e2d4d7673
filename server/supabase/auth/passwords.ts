import { createHmac, randomBytes } from 'node:crypto'
import bcrypt from '@node-rs/bcrypt'
import { lengthOf } from '#shared/catalogue-rules.ts'
import { PASSWORD_MAX_BYTES, PASSWORD_MIN } from '#shared/person-rules.ts'
import { createReadScheduler, TimeBudgetError } from '../../host/database/read-scheduler.ts'
import { VISITOR_RULES } from '../../host/database/scheduler-rules.ts'
import { AuthError, invalid } from './errors.ts'

const COST = 10

/**
 * One hash at a time, in a fair order of clients: each takes a processor for some 60 ms, and strangers who guess
 * passwords from many networks would otherwise keep all of them from everybody else.
 */
const hashing = createReadScheduler({
  ...VISITOR_RULES,
  ...{ connections: 1, perClient: 1, forHeavy: 1, restTimes: 2, slow: 1, waiting: 10 },
})
/** Hashes of all clients together that may wait: some ten seconds of work. */
const MAX_WAITING = 150

/** Runs work of a client, whose hashes then wait for their turn; all others start at once. */
export const hashingFor = hashing.forClient

/** Throws for a client of whom, or on a server on which, too many hashes wait. */
async function inTurn<T>(hash: () => Promise<T>): Promise<T> {
  if (hashing.figures().waiting >= MAX_WAITING) throw new TimeBudgetError(2)
  return hashing.run(hash)
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => bcrypt.hash(password, COST))

/** Compared with when there is no account, so that both refusals take equally long. */
const nobodysHash = hashPassword(randomBytes(16).toString('hex'))

/** Whether the password matches the hash; without a hash false, after the same work. */
export async function isPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const compared = hash || (await nobodysHash)
  const matches = await inTurn(() => bcrypt.compare(readable(password), compared))
  return matches && Boolean(hash) && isReadable(password)
}

/**
 * The hash of a password chosen for an unverified address. All sign-ups of an address share a salt, so one hash finds
 * the matching one: any number of them neither slows down sign-in nor has to be bounded.
 */
export function hashForAddress(password: string, email: string, secret: string): Promise<string> {
  const salt = createHmac('sha256', secret).update(`pending sign-up ${email}`).digest().subarray(0, 16)
  return inTurn(() => bcrypt.hash(readable(password), COST, salt))
}

/** Throws for a password that is not allowed. */
export function checkNewPassword(password: string): void {
  if (lengthOf(password) < PASSWORD_MIN)
    throw new AuthError(422, 'weak_password', `Password should be at least ${PASSWORD_MIN} characters.`, {
      weak_password: { reasons: ['length'] },
    })
  if (!isReadable(password)) throw invalid(`Password cannot be longer than ${PASSWORD_MAX_BYTES} bytes`)
}

const isReadable = (password: string): boolean => Buffer.byteLength(password) <= PASSWORD_MAX_BYTES
const readable = (password: string): string => (isReadable(password) ? password : '')
