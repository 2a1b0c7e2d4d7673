import type { Sql } from 'postgres'
import { TimeBudgetError } from '../../host/database/read-scheduler.ts'
import { answerPreflight } from '../preflight.ts'
import { toUser } from './accounts.ts'
import { AuthError, answerError, invalid, toAuthError } from './errors.ts'
import { queueMail } from './queued-mails.ts'
import { addressOf, type Body, nextPathOf, readBody, textOf } from './request-body.ts'
import type { Signing } from './secrets.ts'
import { endSessions, refreshSession, requireSession, type Scope, type Session } from './sessions.ts'
import { resetWithLink, signInWithLink, signInWithPassword } from './sign-in.ts'
import { signUp } from './sign-up.ts'
import { deleteSuspended, exportSuspended } from './suspended.ts'
import { changeUser } from './user.ts'

interface Dependencies {
  sql: Sql
  publicUrl: string
  jwtSecret: string
  /** The languages of the site. */
  languages: readonly string[]
  /** The API keys a request may have. */
  keys: readonly string[]
  /** Reports an unexpected error, which is answered with 500. */
  onError(error: unknown): void
}

type Answer = (request: Request, body: Body) => Promise<Response>

const PREFIX = '/auth/v1'
/** Requests without the API key: mailed links are opened by mail programs and browsers. */
const KEYLESS = ['GET /verify', 'GET /.well-known/jwks.json', 'GET /health']
const MAY_BE_EMPTY = ['/logout']
const MAX_BROWSER = 300

/**
 * /auth/v1: the calls of section 7, answered as Supabase's GoTrue does. Neither the text nor the time of a response
 * shows whether an address has an account.
 */
export function createAuth(dependencies: Dependencies) {
  const { sql, publicUrl, languages, keys } = dependencies
  const signing: Signing = { jwtSecret: dependencies.jwtSecret, issuer: `${publicUrl}${PREFIX}` }

  /** A mailed link never creates an account: sign-up does, with a name. */
  const askForLink =
    (ask: 'recovery' | 'magiclink'): Answer =>
    async (request, body) => {
      await queueMail(sql, { ask, to: addressOf(body), next: nextPathOf(request, publicUrl, languages) })
      return Response.json({})
    }

  const routes: Record<string, Record<string, Answer>> = {
    '/signup': {
      POST: async (request, body) => {
        const next = nextPathOf(request, publicUrl, languages)
        return Response.json(await signUp(dependencies, body, next))
      },
    },
    '/token': {
      POST: async (request, body) => {
        const grant = new URL(request.url).searchParams.get('grant_type')
        if (grant === 'password')
          return Response.json(await signInWithPassword(sql, signing, body, browserOf(request)))
        if (grant !== 'refresh_token') throw invalid('unsupported_grant_type')
        const token = textOf(body, 'refresh_token')
        if (!token) throw invalid('refresh_token required')
        return Response.json(await refreshSession(sql, signing, token))
      },
    },
    '/logout': {
      POST: async (request) => {
        const { account, sessionId } = await requireSession(sql, signing, request)
        await endSessions(sql, account.id, sessionId, scopeOf(request))
        return new Response(null, { status: 204 })
      },
    },
    '/user': {
      GET: async (request) => Response.json(toUser((await requireSession(sql, signing, request)).account)),
      PUT: async (request, body) => {
        const session = await requireSession(sql, signing, request)
        return Response.json(await changeUser(dependencies, session, body))
      },
    },
    // Not in GoTrue: what a member may do whose sign-in is refused with `user_banned`.
    '/suspended': { POST: async (_request, body) => Response.json(await exportSuspended(sql, body)) },
    '/suspended/delete': {
      POST: async (_request, body) => {
        await deleteSuspended(sql, body)
        return new Response(null, { status: 204 })
      },
    },
    '/recover': { POST: askForLink('recovery') },
    '/otp': { POST: askForLink('magiclink') },
    '/resend': {
      POST: async (_request, body) => {
        const type = textOf(body, 'type')
        if (type !== 'signup' && type !== 'email_change')
          throw invalid('Missing one of these types: signup, email_change')
        const email = addressOf(body)
        // Links of a change of address are mailed again by requesting it again.
        if (type === 'signup') await queueMail(sql, { ask: 'sign_up_again', to: email })
        return Response.json({})
      },
    },
    '/verify': {
      GET: (request) => followLink(request),
      POST: async (request, body) => {
        const link = {
          type: textOf(body, 'type'),
          token: textOf(body, 'token_hash') ?? textOf(body, 'token'),
        }
        const password = textOf(body, 'password')
        if (password && link.type === 'recovery' && link.token) {
          await resetWithLink(dependencies, link.token, password)
          return Response.json({})
        }
        return Response.json(await signInWithLink(sql, signing, link, browserOf(request)))
      },
    },
    '/reauthenticate': {
      // No code is mailed for re-authentication; only the session is checked.
      GET: async (request) => {
        await requireSession(sql, signing, request)
        return Response.json({})
      },
    },
    '/settings': { GET: async () => Response.json({ ...SETTINGS, disable_signup: await isClosed(sql) }) },
    '/health': { GET: async () => Response.json({ status: 'ok' }) },
    // Tokens are signed with a secret, not a key pair: there is no key to publish.
    '/.well-known/jwks.json': {
      GET: async () => Response.json({ keys: [] }, { headers: { 'cache-control': 'public, max-age=600' } }),
    },
  }

  /** A link opened in a browser, in the form of GoTrue's own mails: redirects with the result after the `#`. */
  async function followLink(request: Request): Promise<Response> {
    const { searchParams } = new URL(request.url)
    const target = new URL(nextPathOf(request, publicUrl) ?? '/', publicUrl)
    try {
      const token = searchParams.get('token') ?? searchParams.get('token_hash') ?? undefined
      const link = { type: searchParams.get('type') ?? undefined, token }
      const result = await signInWithLink(sql, signing, link, browserOf(request))
      const said = 'msg' in result ? { message: result.msg } : flat(result, link.type)
      target.hash = new URLSearchParams(said).toString()
    } catch (error) {
      const { status, errorCode, message } = toAuthError(error)
      if (status !== 403) throw error
      const said = { error: 'access_denied', error_code: errorCode, error_description: message }
      target.hash = new URLSearchParams(said).toString()
    }
    return new Response(null, { status: 303, headers: { location: target.href } })
  }

  async function answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const path = pathname.slice(PREFIX.length)
    const methods = Object.hasOwn(routes, path) ? routes[path] : undefined
    if (request.method === 'OPTIONS') return answerPreflight(request, Object.keys(methods ?? {}))
    if (!methods) throw new AuthError(404, 'not_found', 'There is no such call')
    const handler = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined
    if (!handler) return notAllowed(Object.keys(methods))
    const key = request.headers.get('apikey') ?? searchParams.get('apikey')
    if (!KEYLESS.includes(`${request.method} ${path}`) && !keys.includes(key ?? ''))
      throw new AuthError(401, 'no_authorization', key ? 'Invalid API key' : 'No API key found in request')
    const body = request.method === 'GET' ? {} : await readBody(request, MAY_BE_EMPTY.includes(path))
    return handler(request, body)
  }

  return {
    /** Answers one request whose path starts with /auth/v1. */
    fetch: async (request: Request): Promise<Response> => {
      try {
        return await answer(request)
      } catch (error) {
        // Too many passwords wait to be hashed: the pipeline answers it like any used-up budget.
        if (error instanceof TimeBudgetError) throw error
        const refusal = toAuthError(error)
        if (refusal.errorCode === 'unexpected_failure') dependencies.onError(error)
        return answerError(refusal)
      }
    },
  }
}

async function isClosed(sql: Sql): Promise<boolean> {
  const [site] = await sql<{ sign_up: string }[]>`select sign_up from public.get_site_settings()`
  return site?.sign_up === 'closed'
}

function scopeOf(request: Request): Scope {
  const scope = new URL(request.url).searchParams.get('scope') ?? 'global'
  if (scope === 'global' || scope === 'local' || scope === 'others') return scope
  throw invalid('Unsupported logout scope: it is global, local or others')
}

/** The browser's user agent, for the person's list of sessions. */
function browserOf(request: Request): string | undefined {
  return request.headers.get('user-agent')?.slice(0, MAX_BROWSER)
}

function flat({ user: _user, ...session }: Session, type = ''): Record<string, string> {
  return {
    ...Object.fromEntries(Object.entries(session).map(([name, value]) => [name, String(value)])),
    type,
  }
}

function notAllowed(methods: readonly string[]): Response {
  const response = answerError(new AuthError(405, 'method_not_allowed', 'Method not allowed'))
  response.headers.set('allow', methods.join(', '))
  return response
}

/** The capabilities of this service: email addresses and passwords, nothing else. */
const SETTINGS = {
  external: { email: true, phone: false, anonymous_users: false },
  mailer_autoconfirm: false,
  phone_autoconfirm: false,
  sms_provider: '',
  saml_enabled: false,
}
