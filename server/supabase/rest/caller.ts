import { errors } from 'jose'
import { isSameSecret, verifyToken } from '../auth/secrets.ts'
import { RestError } from './rest-error.ts'

/** The caller: role and claims of the transaction. */
export interface Caller {
  role: 'anon' | 'authenticated' | 'service_role'
  /** Claims of the access token; undefined when the request has an API key only. */
  claims: Record<string, unknown> | undefined
}

export interface ApiKeys {
  publishableKey: string
  secretKey: string
  jwtSecret: string
}

const ROLES = ['anon', 'authenticated', 'service_role'] as const

/** Reads the API key and bearer token of a request. Throws a RestError with 401 for any that we did not issue. */
export async function readCaller({ url, headers }: Request, keys: ApiKeys): Promise<Caller> {
  const key = headers.get('apikey') ?? new URL(url).searchParams.get('apikey')
  const isSecret = key !== null && isSameSecret(key, keys.secretKey)
  if (key !== keys.publishableKey && !isSecret)
    throw key
      ? new RestError(401, '401', 'Invalid API key', { hint: 'Double check your Supabase `apikey`' })
      : new RestError(401, '401', 'No API key found in request', {
          hint: 'No `apikey` request header or url param was found.',
        })
  const bearer = /^Bearer\s+(.+)$/i.exec(headers.get('authorization') ?? '')?.[1]?.trim()
  // supabase-js sends the API key as bearer token when nobody is signed in.
  if (!bearer || bearer.startsWith('sb_'))
    return { role: isSecret ? 'service_role' : 'anon', claims: undefined }
  const claims = await readToken(bearer, keys.jwtSecret)
  const role = ROLES.find((each) => each === (claims.role ?? 'anon'))
  if (!role) throw new RestError(403, '42501', `permission denied to set role "${claims.role}"`)
  return { role, claims }
}

async function readToken(token: string, secret: string): Promise<Record<string, unknown>> {
  try {
    return await verifyToken(token, secret)
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new RestError(401, 'PGRST303', 'JWT expired')
    throw new RestError(401, 'PGRST301', 'The bearer token is no JWT signed with HS256')
  }
}
