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
  /** Of the call. Sign-up is refused beyond the limit; the others are answered alike for every address. */
  path: string
  /** The body, with the address in it. */
  body: Record<string, unknown>
  email: string | undefined
  place: Place
}

type Counted = { limiter: RateLimiterAbstract; state: RateLimiterRes }

/** The calls that mail a link into an account. */
const LINK_CALLS = ['/auth/v1/recover', '/auth/v1/otp']

export function createMailLimit(limiters: Limiters, places: KnownPlaces, hash: (subject: string) => string) {
  const limit = (name: string, points: number, seconds: number, blockedAt = points) =>
    limiters.create({ name, points, seconds, blockedAt })
  const signUps = limit('sign-up-client', 300, HOUR)
  const requests = limit('mails-client', 60, HOUR / 4)
  const ofPlace = limit('mails-place', 6, HOUR)
  // What may be taken back blocks nobody for good.
  const ofStrangers = limit('mails-mailbox', 12, HOUR, 24)
  // A share of its own, so that nothing but links to the account itself can use it up.
  const linksOfStrangers = limit('links-address', 12, HOUR, 24)

  return async (context: Context<Env>, next: () => Promise<void>, call: MailCall) => {
    const { email, place, path } = call
    const isSignUp = path === '/auth/v1/signup'
    const counted: Counted[] = []
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
        // Links go to the exact address of an account, whatever else leads to its mailbox.
        const [limiter, subject] = LINK_CALLS.includes(path)
          ? [linksOfStrangers, `${path} ${email}`]
          : [ofStrangers, mailbox]
        const { state, isSpent } = await count(limiter, hash(subject))
        if (isSpent && isSignUp) return refuse(ofPlace.points, state)
        if (isSpent) askForNobody(context, call)
        await next()
        // What was refused sent no mail.
        if (!context.res.ok) await limiter.reward(hash(subject))
        return finish(context, counted)
      }
    }
    await next()
    return finish(context, counted)
  }

  function finish(context: Context<Env>, counted: Counted[]): undefined {
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
