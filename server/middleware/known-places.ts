import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type postgres from 'postgres'
import * as z from 'zod'
import type { Env } from '../app.ts'
import { networkOf } from '../network.ts'

/** Where a request comes from. */
export interface Place {
  network: string
  /** Undefined for a browser nobody signed in with. */
  browser: string | undefined
}

/**
 * The networks and browsers an account was signed in from (decision 048). A browser has a number of its own, in a cookie
 * no script reads; whose it is stands in the database, by keyed hashes alone.
 */
export interface KnownPlaces {
  placeOf(context: Context<Env>): Place
  /** Which of the two the account of this address is known at; none when the database does not answer. */
  find(email: string, place: Place): Promise<{ network: boolean; browser: boolean }>
  /** After an answer: remembers the place of whoever signed in. */
  learn(context: Context<Env>, place: Place): Promise<void>
  /** After a new password: forgets all other places. */
  forgetOthers(context: Context<Env>, place: Place): Promise<void>
}

const COOKIE = 'plaudit-browser'
const NUMBER = /^[\w-]{22}$/
const YEAR_SECONDS = 365 * 24 * 60 * 60

const session = z.object({ access_token: z.string(), user: z.object({ id: z.uuid() }) })
const user = z.object({ id: z.uuid() })

export function createKnownPlaces(
  sql: postgres.Sql,
  hash: (subject: string) => string,
  isSecure: boolean,
): KnownPlaces {
  const browserOf = (number: string) => `browser:${hash(`browser ${number}`)}`

  /** A browser that signs in for the first time gets its number with the answer. */
  function numberBrowser(context: Context<Env>): string {
    const number = randomBytes(16).toString('base64url')
    setCookie(context, COOKIE, number, {
      path: '/auth/v1',
      httpOnly: true,
      sameSite: 'Strict',
      secure: isSecure,
      maxAge: YEAR_SECONDS,
    })
    return browserOf(number)
  }

  return {
    placeOf: (context) => {
      const number = getCookie(context, COOKIE)
      return {
        network: `network:${hash(`network ${networkOf(context.env.ip)}`)}`,
        browser: number && NUMBER.test(number) ? browserOf(number) : undefined,
      }
    },
    find: async (email, { network, browser }) => {
      const places = browser ? [network, browser] : [network]
      const rows = await sql<{ place: string }[]>`
        select private.list_known_places(${email.trim().toLowerCase()}, ${places}) as place`.catch(() => [])
      const isKnown = (place: string | undefined) => rows.some((row) => row.place === place)
      return { network: isKnown(network), browser: isKnown(browser) }
    },
    learn: async (context, { network, browser }) => {
      const { success, data } = session.safeParse(await bodyOf(context))
      if (!success) return
      // A program that keeps no cookie would get a new number with every refresh, and push out the others.
      const isRefresh = context.req.query('grant_type') === 'refresh_token'
      const known = browser ?? (isRefresh ? undefined : numberBrowser(context))
      const places = known ? [network, known] : [network]
      // What is not remembered is only slower to sign in when strangers try.
      await sql`select private.remember_places(${data.user.id}, ${places})`.catch(() => undefined)
    },
    forgetOthers: async (context, { network, browser }) => {
      const { success, data } = user.safeParse(await bodyOf(context))
      if (!success) return
      const places = browser ? [network, browser] : [network]
      await sql`
        delete from private.known_places where user_id = ${data.id} and place <> all (${places})`.catch(
        () => undefined,
      )
    },
  }
}

async function bodyOf({ res }: Context<Env>): Promise<unknown> {
  if (!res.ok) return undefined
  return res
    .clone()
    .json()
    .catch(() => undefined)
}
