import type { ISql } from 'postgres'

/** Who asks, as their token says; `sub` is the person. */
export interface PersonClaims {
  sub: string
  [name: string]: unknown
}

/**
 * Says to a transaction who acts in it, as the API does, and asks the database whether they may: the person must be an
 * administrator still. Throws the database's PT401 when their session has ended (docs/decisions/013).
 */
export async function actsAsAdministrator(transaction: ISql, claims: PersonClaims): Promise<boolean> {
  await transaction`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
    set_config('request.jwt.claim.sub', ${claims.sub}, true),
    set_config('request.jwt.claim.role', 'authenticated', true)`
  const [person] = await transaction<{ allowed: boolean }[]>`
    select public.is_admin() as allowed from private.require_session()`
  return person?.allowed === true
}
