import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { errors, type JWTPayload, type JWTVerifyOptions, jwtVerify, SignJWT } from 'jose'
import { AuthError } from './errors.ts'

/** Access tokens, and the secrets that stand in mailed links and refresh tokens. */

export const ACCESS_TOKEN_SECONDS = 3600
const AUDIENCE = 'authenticated'

/** What an access token says; auth-js and the policies read it. */
interface AccessClaims {
  sub: string
  session_id: string
  email: string
  user_metadata: Record<string, unknown>
  amr: { method: string; timestamp: number }[]
}

export interface Signing {
  jwtSecret: string
  /** `iss` of the tokens: where this service is. */
  issuer: string
}

/** The role is never read from data: whoever signs in is `authenticated`, and the database knows what they may do. */
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

/** The claims of a token signed with our secret. Throws jose's `JWTExpired` when its time is over, and for any other. */
export async function verifyToken(
  token: string,
  jwtSecret: string,
  options: JWTVerifyOptions = {},
): Promise<JWTPayload> {
  const { payload } = await jwtVerify(token, keyOf(jwtSecret), { ...options, algorithms: ['HS256'] })
  return payload
}

/** Whose access token this is, and of which session. Throws for any other token. */
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
 * A secret text only this service can work out, always the same for the same `parts`. What is derived can be handed out
 * again (the same link in a second mail, the same successor to a tab that raced) although the database has its hash only.
 */
export function deriveSecret(
  jwtSecret: string,
  ...parts: readonly [purpose: string, ...rest: string[]]
): string {
  return createHmac('sha256', jwtSecret).update(JSON.stringify(parts)).digest('base64url')
}

/** As a secret is kept in the database. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Whether a key that was sent is ours, in a time that tells nothing of it. */
export function isSameSecret(given: string, secret: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)]
  return a.length === b.length && timingSafeEqual(a, b)
}
