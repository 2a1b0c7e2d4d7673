import type { ISql } from 'postgres'

/** Claims of the caller's token; `sub` is the user id. */
export interface PersonClaims {
  sub: string
  [name: string]: unknown
}

/**
 * Sets the caller of a transaction, as the API does, and checks in the database that they may still change the catalogue.
 * Throws the database's PT401 when their session has ended (docs/decisions/013).
 */
export async function actsAsEditor(transaction: ISql, claims: PersonClaims): Promise<boolean> {
  await transaction`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
    set_config('request.jwt.claim.sub', ${claims.sub}, true),
    set_config('request.jwt.claim.role', 'authenticated', true)`
  const [person] = await transaction<{ allowed: boolean }[]>`
    select private.can_edit() as allowed from private.require_session()`
  return person?.allowed === true
}
