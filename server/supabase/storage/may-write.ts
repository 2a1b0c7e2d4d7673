import { errors } from 'jose'
import type postgres from 'postgres'
import { actsAsEditor, type PersonClaims } from '../../host/database/as-editor.ts'
import { asDatabaseError, isDatabaseAway } from '../../host/database/errors.ts'
import { isSameSecret, isUuid, verifyToken } from '../auth/secrets.ts'
import { accessDenied, invalidToken, unavailable } from './storage-error.ts'

export type MayWrite = ReturnType<typeof createMayWrite>

interface Keys {
  jwtSecret: string
  secretKey: string
}

/**
 * Only who may change the catalogue writes (section 6): throws a StorageError for everybody else. The token names the
 * person; the database decides each time whether they may change the catalogue with a live session, as for
 * every other write (docs/decisions/013).
 */
export function createMayWrite(sql: postgres.Sql, { jwtSecret, secretKey }: Keys) {
  return async (request: Request): Promise<void> => {
    const token = request.headers.get('authorization')?.replace(/^Bearer\s+/i, '') ?? ''
    if (isSameSecret(token, secretKey)) return
    const claims = await readClaims(token, jwtSecret)
    if (claims.role === 'service_role') return
    if (claims.role !== 'authenticated' || !isUuid(claims.sub)) throw accessDenied()
    if (!(await mayEdit(sql, { ...claims, sub: claims.sub }))) throw accessDenied()
  }
}

async function readClaims(token: string, secret: string): Promise<Record<string, unknown>> {
  // An API key is not a person's token.
  if (!token.includes('.')) throw invalidToken('Sign in as an administrator or editor to change logos')
  try {
    return await verifyToken(token, secret)
  } catch (error) {
    throw invalidToken(error instanceof errors.JWTExpired ? 'jwt expired' : 'invalid signature')
  }
}

async function mayEdit(sql: postgres.Sql, claims: PersonClaims): Promise<boolean> {
  try {
    return await sql.begin(async (transaction) => {
      await transaction`set local statement_timeout = 5000`
      return actsAsEditor(transaction, claims)
    })
  } catch (error) {
    const cause = asDatabaseError(error)
    if (cause?.code === 'PT401') throw invalidToken(cause.message)
    if (isDatabaseAway(error) || cause?.code === '57014')
      throw unavailable('The database is not available for a moment. Please try again.')
    throw error
  }
}
