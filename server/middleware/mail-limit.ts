import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import type { Env } from '../app.ts'
import { count, refuse, setLimitHeaders } from './counting.ts'
import type { KnownPlaces, Place } from './known-places.ts'
import type { Limiters } from './limiters.ts'
import { mailboxOf } from './mailbox.ts'

/**
 * How many mails one mailbox gets, whatever call causes them (decision 048). A network has its share of them, strangers
 * together have one, and a network or browser its owner signed in from is not counted with the strangers.
 */

const HOUR = 60 * 60

export interface MailCall {
  /** One that makes an account is refused; the others are answered alike for every address. */
  isSignUp: boolean
  /** The body, with the address in it. */
  body: Record<string, unknown>
  email: string | undefined
  place: Place
}

export function createMailLimit(limiters: Limiters, places: KnownPlaces, hash: (subject: string) => string) {
  const limit = (name: string, points: number, seconds: number) =>
    limiters.create({ name, points, seconds, blockedAt: points })
  const signUps = limit('sign-up-client', 300, HOUR)
  const requests = limit('mails-client', 60, HOUR / 4)
  const ofPlace = limit('mails-place', 6, HOUR)
  const ofStrangers = limit('mails-mailbox', 12, HOUR)

  return async (context: Context<Env>, next: () => Promise<void>, call: MailCall) => {
    const { email, place, isSignUp } = call
    const counted: { limiter: RateLimiterAbstract; state: RateLimiterRes }[] = []
    const spend = async (limiter: RateLimiterAbstract, subject: string) => {
      const { state, isSpent } = await count(limiter, hash(subject))
      counted.push({ limiter, state })
      return isSpent ? refuse(limiter.points, state) : undefined
    }
    // The client first: one that is refused counts against nobody else.
    const refused = await spend(isSignUp ? signUps : requests, place.network)
    if (refused) return refused
    if (email) {
      const mailbox = mailboxOf(email)
      const known = isSignUp ? undefined : await places.find(email, place)
      const from = known?.browser && place.browser ? place.browser : place.network
      const refusedHere = await spend(ofPlace, `${mailbox} ${from}`)
      if (refusedHere) return refusedHere
      if (!known?.browser && !known?.network) {
        const { state, isSpent } = await count(ofStrangers, hash(mailbox))
        if (isSpent && isSignUp) return refuse(ofPlace.points, state)
        if (isSpent) askForNobody(context, call)
      }
    }
    await next()
    const [tightest] = counted.sort((a, b) => a.state.remainingPoints - b.state.remainingPoints)
    if (tightest) setLimitHeaders(context.res.headers, tightest.limiter.points, tightest.state)
    return undefined
  }
}

/**
 * Enough mails lie in the mailbox. Refusing would tell a network where its owner signed in from every other one, so the
 * call goes on with an address nobody has, and is answered as it is for all such.
 */
function askForNobody({ req }: Context<Env>, { body }: MailCall): void {
  const { raw } = req
  const email = `${randomUUID()}@nobody.invalid`
  const headers = new Headers([...raw.headers])
  headers.delete('content-length')
  req.raw = new Request(raw.url, {
    method: raw.method,
    headers,
    body: JSON.stringify({ ...body, email }),
  })
}
