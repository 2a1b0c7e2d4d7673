import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { errors, type JWTPayload, type JWTVerifyOptions, jwtVerify, SignJWT } from 'jose'
import { isStorable } from '../storable.ts'
import { AuthError } from './errors.ts'

/** Access tokens, and the secrets of mailed links and refresh tokens. */

export const ACCESS_TOKEN_SECONDS = 3600
const AUDIENCE = 'authenticated'

/** The claims of an access token, read by auth-js and the policies. */
interface AccessClaims {
  sub: string
  session_id: string
  email: string
  user_metadata: Record<string, unknown>
  amr: { method: string; timestamp: number }[]
}

export interface Signing {
  jwtSecret: string
  /** `iss` of the tokens: the URL of this service. */
  issuer: string
}

/** The role is never read from data: every signed-in person is `authenticated`, and the database knows their rights. */
export async function signAccessToken(
  { sub, ...claims }: AccessClaims,
  { jwtSecret, issuer }: Signing,
): Promise<{ token: string; expiresAt: number }> {
  const issuedAt = Math.floor(Date.now() / 1000)
  const expiresAt = issuedAt + ACCESS_TOKEN_SECONDS
  const token = await new SignJWT({
    ...claims,
    role: 'authenticated',
    phone: '',
    app_metadata: EMAIL_PROVIDER,
    aal: 'aal1',
    is_anonymous: false,
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(issuer)
    .setSubject(sub)
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(keyOf(jwtSecret))
  return { token, expiresAt }
}

export const EMAIL_PROVIDER = { provider: 'email', providers: ['email'] }

/**
 * The claims of a token signed with our secret. Throws jose's `JWTExpired` when it has expired, and another of its
 * errors for any other token, also for one whose claims the database cannot read.
 */
export async function verifyToken(
  token: string,
  jwtSecret: string,
  options: JWTVerifyOptions = {},
): Promise<JWTPayload> {
  const { payload } = await jwtVerify(token, keyOf(jwtSecret), { ...options, algorithms: ['HS256'] })
  const { session_id: sessionId } = payload
  const [, claims = ''] = token.split('.')
  if (
    (sessionId !== undefined && !isUuid(sessionId)) ||
    !isStorable(Buffer.from(claims, 'base64url').toString())
  )
    throw new errors.JWTInvalid('a claim cannot be read by the database')
  return payload
}

/** The account and session of an access token. Throws for any other token. */
export async function readAccessToken(
  token: string,
  { jwtSecret }: Signing,
): Promise<{ accountId: string; sessionId: string }> {
  try {
    const {
      sub,
      role,
      session_id: sessionId,
    } = await verifyToken(token, jwtSecret, {
      audience: AUDIENCE,
      requiredClaims: ['exp', 'sub', 'session_id'],
    })
    if (role !== 'authenticated' || !isUuid(sub) || !isUuid(sessionId)) throw badToken()
    return { accountId: sub, sessionId }
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw badToken('invalid JWT: token is expired')
    if (error instanceof errors.JOSEError) throw badToken()
    throw error
  }
}

const badToken = (message = 'invalid JWT: unable to parse or verify signature') =>
  new AuthError(403, 'bad_jwt', message)

const keyOf = (secret: string): Uint8Array => new TextEncoder().encode(secret)

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
export const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value)

/**
 * A secret derived from `parts`, always the same for the same input. It can be issued again (the same link in a second
 * mail, the same successor for a racing tab) although the database stores only its hash.
 */
export function deriveSecret(
  jwtSecret: string,
  ...parts: readonly [purpose: string, ...rest: string[]]
): string {
  return createHmac('sha256', jwtSecret).update(JSON.stringify(parts)).digest('base64url')
}

/** The hash under which a secret is stored in the database. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Whether an API key is ours, compared in constant time. */
export function isSameSecret(given: string, secret: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)]
  return a.length === b.length && timingSafeEqual(a, b)
}
