import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { Env } from '../app.ts'
import { count, refuse, setLimitHeaders, undoCount } from './counting.ts'
import type { KnownPlaces, Place } from './known-places.ts'
import type { Limiters } from './limiters.ts'

/**
 * How many mails one mailbox gets, whatever call causes them (decision 048): from one network or known browser, and from
 * all networks and browsers together that its account is not known at.
 */

const HOUR = 60 * 60

/** The calls that mail a link into an account. */
const LINK_CALLS = ['/auth/v1/recover', '/auth/v1/otp']

interface MailCall {
  /** Of the call. Sign-up is refused beyond the limit; the others are answered alike for every address. */
  path: string
  /** The body, with the address in it. */
  body: Record<string, unknown>
  email: string | undefined
  place: Place
}

export function createMailLimit(limiters: Limiters, places: KnownPlaces, hash: (subject: string) => string) {
  const signUpsOfNetwork = limiters.create({ name: 'sign-up-client', points: 300, seconds: HOUR })
  const mailsOfNetwork = limiters.create({ name: 'mails-client', points: 60, seconds: HOUR / 4 })
  const mailsOfPlace = limiters.create({ name: 'mails-place', points: 6, seconds: HOUR })
  const mailsOfAll = limiters.create({ name: 'mails-mailbox', points: 12, seconds: HOUR, canUndo: true })
  // A share of its own, so that nothing but links to the account itself can use it up.
  const linksOfAll = limiters.create({ name: 'links-address', points: 12, seconds: HOUR, canUndo: true })

  return async (
    context: Context<Env>,
    next: () => Promise<void>,
    call: MailCall,
  ): Promise<Response | undefined> => {
    const { email, place, path } = call
    const isSignUp = path === '/auth/v1/signup'
    // The network first: what is refused for it counts against nobody else.
    const ofNetwork = await count(isSignUp ? signUpsOfNetwork : mailsOfNetwork, hash(place.network))
    if (ofNetwork.isSpent) return refuse(ofNetwork)
    if (!email) {
      await next()
      setLimitHeaders(context.res.headers, [ofNetwork])
      return undefined
    }
    const mailbox = mailboxOf(email)
    const known = isSignUp ? undefined : await places.find(email, place)
    const from = known?.browser && place.browser ? place.browser : place.network
    const ofPlace = await count(mailsOfPlace, hash(`${mailbox} ${from}`))
    if (ofPlace.isSpent) return refuse(ofPlace)
    // Counted from known places too, where it does not apply: a sign-up that is refused would tell them from others.
    // Links go to the exact address of an account, whatever else leads to its mailbox.
    const ofAll = LINK_CALLS.includes(path)
      ? await count(linksOfAll, hash(`${path} ${email}`))
      : await count(mailsOfAll, hash(mailbox))
    if (ofAll.isSpent && isSignUp) return refuse(ofAll)
    if (ofAll.isSpent && !known?.browser && !known?.network) askForNobody(context, call)
    await next()
    // What was refused sent no mail.
    if (!context.res.ok) await undoCount(ofAll)
    setLimitHeaders(context.res.headers, [ofNetwork, ofPlace])
    return undefined
  }
}

/**
 * Enough was mailed. A refusal would tell a network the account is known at from all others, so the call goes on with an
 * address nobody has, and is answered as for all such.
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

/** Providers that do not look at dots before the @, by the domains they are the same at. */
const WITHOUT_DOTS = new Map([
  ['gmail.com', 'gmail.com'],
  ['googlemail.com', 'gmail.com'],
])

/**
 * The mailbox an address leads to, as far as that can be told from it: for counting only, never to find an account or to
 * send something.
 */
export function mailboxOf(address: string): string {
  const whole = address.trim().toLowerCase()
  const at = whole.lastIndexOf('@')
  if (at === -1) return whole
  const domain = whole.slice(at + 1).replace(/\.$/, '')
  const name = whole.slice(0, at).replace(/(?<=.)\+.*$/s, '')
  const sameDomain = WITHOUT_DOTS.get(domain)
  return sameDomain ? `${name.replaceAll('.', '')}@${sameDomain}` : `${name}@${domain}`
}
