import type { ISql } from 'postgres'
import { isUuid, verifyToken } from '../../supabase/auth/secrets.ts'
import { actsAsAdministrator, type PersonClaims } from '../../host/database/as-administrator.ts'

/** The person may not do this (any more); `status` tells the client which. */
export class NotAllowed extends Error {
  override name = 'NotAllowed'
  readonly status: 401 | 403

  constructor(status: 401 | 403, message: string) {
    super(message)
    this.status = status
  }
}

const SIGNED_OUT = 'Sign in to import or export the catalogue'

/** Reads the bearer token of a request. Throws {@link NotAllowed} without a valid one. */
export async function readClaims(request: Request, jwtSecret: string): Promise<PersonClaims> {
  const token = /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
  const claims: Record<string, unknown> = await verifyToken(token, jwtSecret).catch(() => ({}))
  const { sub, role } = claims
  if (!isUuid(sub) || role !== 'authenticated') throw new NotAllowed(401, SIGNED_OUT)
  return { ...claims, sub }
}

/** Sets the user of a transaction. Throws {@link NotAllowed}, or the database's PT401. */
export async function authorise(transaction: ISql, claims: PersonClaims): Promise<void> {
  if (!(await actsAsAdministrator(transaction, claims)))
    throw new NotAllowed(403, 'Only administrators may import or export the catalogue')
}
