import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Sql } from 'postgres'
import * as z from 'zod'
import { networkOf } from '../../lib/network.ts'
import type { Env } from '../env.ts'

/** The network and browser of a request. */
export interface Place {
  network: string
  /** Undefined for a browser that never signed in to the account of this address. */
  browser: string | undefined
}

/**
 * The networks and browsers that signed in to an account (decision 048). A browser has a random number for each
 * account, in an HttpOnly cookie; the database stores keyed hashes only.
 */
export type KnownPlaces = ReturnType<typeof createKnownPlaces>

const NUMBER = /^[\w-]{22}$/
const YEAR_SECONDS = 365 * 24 * 60 * 60

const user = z.object({ id: z.uuid(), email: z.string() })
const session = z.object({ access_token: z.string(), user })

export function createKnownPlaces(sql: Sql, hash: (subject: string) => string, isSecure: boolean) {
  const toBrowser = (number: string) => `browser:${hash(`browser ${number}`)}`

  /**
   * The cookie's name is a keyed hash of the address: a sibling domain, which may set cookies for us, cannot plant the
   * number of an attacker's browser without knowing the name.
   */
  const cookieOf = (email: string) => `plaudit-browser-${hash(`cookie ${email}`).slice(0, 12)}`

  /** `email`: the address the request is about. */
  function placeOf(context: Context<Env>, email: string | undefined): Place {
    const number = email && getCookie(context, cookieOf(email))
    return {
      network: `network:${hash(`network ${networkOf(context.env.ip)}`)}`,
      browser: number && NUMBER.test(number) ? toBrowser(number) : undefined,
    }
  }

  /** A browser that signs in for the first time gets its number with the response. */
  function numberBrowser(context: Context<Env>, email: string): string {
    const number = randomBytes(16).toString('base64url')
    setCookie(context, cookieOf(email), number, {
      path: '/auth/v1',
      httpOnly: true,
      sameSite: 'Strict',
      secure: isSecure,
      maxAge: YEAR_SECONDS,
    })
    return toBrowser(number)
  }

  return {
    placeOf,
    /** Whether the account knows the network and the browser; neither when the database does not answer. */
    find: async (email: string, place: Place) => {
      const rows = await sql<{ place: string }[]>`
        select p.place from private.known_places p join auth.users u on u.id = p.user_id
        where u.email = ${email} and not u.is_sso_user and p.place = any (${toList(place)})
          and p.seen_at > now() - interval '90 days'`.catch(() => [])
      const isKnown = (wanted: string | undefined) => rows.some((row) => row.place === wanted)
      return { network: isKnown(place.network), browser: isKnown(place.browser) }
    },
    /** After a response: remembers the network and browser of a member who signed in. */
    learn: async (context: Context<Env>): Promise<void> => {
      const { data } = session.safeParse(await bodyOf(context))
      if (!data) return
      const { id, email } = data.user
      const place = placeOf(context, email)
      // A program without cookies would get a new number at every refresh, and displace the others.
      const isRefresh = context.req.query('grant_type') === 'refresh_token'
      const browser = place.browser ?? (isRefresh ? undefined : numberBrowser(context, email))
      // If this fails, signing in is only slower while the account is under attack.
      const name = browserName(context.req.header('user-agent') ?? '')
      await sql`select private.remember_places(${id}, ${toList({ ...place, browser })}, ${name})`.catch(
        () => undefined,
      )
    },
    /** After a new password: forgets all other places. */
    forgetOthers: async (context: Context<Env>): Promise<void> => {
      const { data } = user.safeParse(await bodyOf(context))
      if (!data) return
      const places = toList(placeOf(context, data.email))
      await sql`
        delete from private.known_places where user_id = ${data.id} and place <> all (${places})`.catch(
        () => undefined,
      )
    },
  }
}

const BROWSERS = [
  [/Edg/, 'Edge'],
  [/OPR|Opera/, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
] as const
const SYSTEMS = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const

/** 'Firefox, Linux': as much of a User-Agent as people recognise, and nothing of what it says otherwise. */
function browserName(userAgent: string): string {
  const known = [BROWSERS, SYSTEMS].flatMap(
    (names) => names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? [],
  )
  return known.join(', ') || '–'
}

const toList = ({ network, browser }: Place): string[] => (browser ? [network, browser] : [network])

async function bodyOf({ res }: Context<Env>): Promise<unknown> {
  if (!res.ok) return undefined
  return res
    .clone()
    .json()
    .catch(() => undefined)
}
