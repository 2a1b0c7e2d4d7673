import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { Env } from '../env.ts'
import { count, refuse, setLimitHeaders, undoCount } from './counting.ts'
import type { KnownPlaces, Place } from './known-places.ts'
import type { Limiters } from './limiters.ts'

/**
 * Limits mails per mailbox over all calls (decision 048): from one network or known browser, and from all unknown
 * networks and browsers together.
 */

const HOUR = 60 * 60

/** Calls that mail a link into an account. */
const LINK_CALLS = ['/auth/v1/recover', '/auth/v1/otp']

interface MailCall {
  /** Of the call. Sign-up and a change of address are refused beyond the limit; the others are answered alike. */
  path: string
  /** The body, which contains the address. */
  body: Record<string, unknown>
  email: string | undefined
  place: Place
  /** The member who asks for a change of address. */
  person: string | undefined
}

export function createMailLimit(limiters: Limiters, places: KnownPlaces, hash: (subject: string) => string) {
  const signUpsOfNetwork = limiters({ name: 'sign-up-client', points: 300, seconds: HOUR })
  const mailsOfNetwork = limiters({ name: 'mails-client', points: 60, seconds: HOUR / 4 })
  const changesOfPerson = limiters({ name: 'email-changes', points: 6, seconds: HOUR })
  const mailsOfPlace = limiters({ name: 'mails-place', points: 6, seconds: HOUR })
  const mailsOfAll = limiters({ name: 'mails-mailbox', points: 12, seconds: HOUR, canUndo: true })
  // Separate, so that only requests for links into the account itself can use it up.
  const linksOfAll = limiters({ name: 'links-address', points: 12, seconds: HOUR, canUndo: true })

  return async (
    context: Context<Env>,
    next: () => Promise<void>,
    call: MailCall,
  ): Promise<Response | undefined> => {
    const { email, place, path, person } = call
    const isSignUp = path === '/auth/v1/signup'
    // Any address may be named, and nothing told about it.
    const isOpen = isSignUp || path === '/auth/v1/user'
    // The network first: a refusal there counts against nobody else.
    const ofNetwork = person
      ? await count(changesOfPerson, hash(person))
      : await count(isSignUp ? signUpsOfNetwork : mailsOfNetwork, hash(place.network))
    if (ofNetwork.isSpent) return refuse(ofNetwork)
    if (!email) {
      await next()
      setLimitHeaders(context.res.headers, [ofNetwork])
      return undefined
    }
    const mailbox = mailboxOf(email)
    const known = isOpen ? undefined : await places.find(email, place)
    const from = known?.browser && place.browser ? place.browser : place.network
    const ofPlace = await count(mailsOfPlace, hash(`${mailbox} ${from}`))
    if (ofPlace.isSpent) return refuse(ofPlace)
    // Counted for known places too, where it is not enforced: otherwise a refusal would reveal them. Links go
    // to an account's exact address, so these count by address instead of by mailbox.
    const ofAll = LINK_CALLS.includes(path)
      ? await count(linksOfAll, hash(`${path} ${email}`))
      : await count(mailsOfAll, hash(mailbox))
    if (ofAll.isSpent && isOpen) return refuse(ofAll)
    if (ofAll.isSpent && !known?.browser && !known?.network) replaceAddress(context, call)
    await next()
    // A refused call sent no mail.
    if (!context.res.ok) await undoCount(ofAll)
    setLimitHeaders(context.res.headers, [ofNetwork, ofPlace])
    return undefined
  }
}

/**
 * The limit is reached. A refusal would reveal the networks the account knows, so the call continues with a nonexistent
 * address and is answered as for any other.
 */
function replaceAddress({ req }: Context<Env>, { body }: MailCall): void {
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

/** Providers that ignore dots before the @, by their equivalent domains. */
const WITHOUT_DOTS = new Map([
  ['gmail.com', 'gmail.com'],
  ['googlemail.com', 'gmail.com'],
])

/**
 * The mailbox of an address, as far as the address shows: only for counting, never to find an account or to send mail.
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
