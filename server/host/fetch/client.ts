import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf } from '../../lib/unknown.ts'
import { isMissing, isOnTheInternet, type Names, systemNames } from './names.ts'
import { type Body, ENCODINGS, readBody } from './read-body.ts'
import { createRobots } from './robots.ts'

/**
 * Asks for what strangers name: the website of a tool. Everything the process asks of other people's servers goes through
 * it (docs/decisions/185).
 */

/**
 * address: it is not http or https, has another port than these, or a user name · private: it leads to this machine or a
 * network of its own · unknown_name · unreachable · certificate · timeout · redirects: too many, or to nowhere · answer: it
 * is no HTTP, or too long a header · robots: its robots.txt forbids it · unavailable: where robots.txt should be, a proxy says
 * that nothing answers behind it.
 */
export type Obstacle =
  | 'address'
  | 'private'
  | 'unknown_name'
  | 'unreachable'
  | 'certificate'
  | 'timeout'
  | 'redirects'
  | 'answer'
  | 'robots'
  | 'unavailable'

/** Why something could not be fetched. */
export class Unfetched extends Error {
  override name = 'Unfetched'
  readonly obstacle: Obstacle
  constructor(obstacle: Obstacle, options?: ErrorOptions) {
    super(obstacle, options)
    this.obstacle = obstacle
  }
}

export interface Wish {
  method?: 'GET' | 'HEAD'
  /** Of the body, after decompression; what is beyond is left. */
  maxBytes: number
  /** Media types. */
  accept?: string
  /** Asks robots.txt first: for what nobody asked us to fetch just now. */
  heedsRobots?: boolean
  /** Ends it, with its reason. */
  signal?: AbortSignal
}

export interface Fetched extends Body {
  /** After redirects. */
  url: string
  status: number
  headers: IncomingHttpHeaders
  /** What was followed, in order. */
  redirects: { from: string; status: number }[]
  /** Until the end of the headers, redirects too, without waiting for one's turn. */
  tookMs: number
}

export interface Client {
  /** Throws {@link Unfetched}. An answer of any status is one. */
  fetch(address: string, wish: Wish): Promise<Fetched>
  names: Names
}

export interface ClientOptions {
  /** Names the site, for who finds it in a log: 'Plaudit/1.0 (+https://site.example)'. */
  userAgent: string
  names?: Names
  limits?: Partial<typeof LIMITS>
  /** For tests: 127.0.0.1 counts as the internet, and everything is asked of this port. */
  loopbackPort?: number
}

const LIMITS = {
  connectMs: 5000,
  /** From the request to the end of the headers. */
  headersMs: 8000,
  /** Of everything, robots.txt and redirects too, but for waiting for one's turn at the pages themselves. */
  wholeMs: 20_000,
  headerBytes: 32 * 1024,
  redirects: 5,
  /** Between two requests to one host. */
  pauseMs: 500,
}

export function createClient({
  userAgent,
  names = systemNames(),
  limits,
  loopbackPort,
}: ClientOptions): Client {
  const { connectMs, headersMs, wholeMs, headerBytes, redirects: most, pauseMs } = { ...LIMITS, ...limits }
  const takeTurn = createTurns(pauseMs)
  const isAllowed = (address: string) =>
    isOnTheInternet(address) || (loopbackPort !== undefined && address === '127.0.0.1')

  /** The addresses of a host; one that is not allowed refuses all: which is taken is not ours to choose. */
  async function resolve(url: URL, signal: AbortSignal): Promise<string[]> {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const found = isIP(host) ? [host] : await aborted(names.addresses(host), signal)
    if (found.length === 0) throw new Unfetched('unknown_name')
    if (!found.every(isAllowed)) throw new Unfetched('private')
    return found
  }

  /** One request, to an address that was resolved and judged for it alone. */
  async function ask(url: URL, { method = 'GET', accept = '*/*' }: Wish, signal: AbortSignal) {
    const addresses = await resolve(url, signal)
    const isSecure = url.protocol === 'https:'
    const asked = (isSecure ? https : http).request(url, {
      method,
      // A connection for each: none is left that was opened for another judgement.
      agent: false,
      lookup: answerWith(addresses),
      headers: {
        host: url.host,
        'user-agent': userAgent,
        accept,
        'accept-encoding': ENCODINGS,
        connection: 'close',
      },
      maxHeaderSize: headerBytes,
      signal,
      ...(loopbackPort !== undefined && { port: loopbackPort }),
    })
    return new Promise<IncomingMessage>((resolve, reject) => {
      const late = () => asked.destroy(new Unfetched('timeout'))
      const connecting = setTimeout(late, connectMs)
      const answering = setTimeout(late, headersMs)
      asked.once('socket', (socket) =>
        socket.once(isSecure ? 'secureConnect' : 'connect', () => clearTimeout(connecting)),
      )
      asked.once('response', (answer) => {
        clearTimeout(answering)
        resolve(answer)
      })
      asked.once('close', () => {
        clearTimeout(connecting)
        clearTimeout(answering)
        reject(new Unfetched('answer'))
      })
      asked.on('error', reject)
      asked.end()
    })
  }

  async function fetch(address: string, wish: Wish): Promise<Fetched> {
    const redirects: Fetched['redirects'] = []
    let leftMs = wholeMs
    let tookMs = 0
    let url = read(address)

    /** What of the visit its time is for. */
    async function inTime<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
      wish.signal?.throwIfAborted()
      const began = performance.now()
      const timeout = AbortSignal.timeout(Math.max(Math.ceil(leftMs), 0))
      const signal = wish.signal ? AbortSignal.any([timeout, wish.signal]) : timeout
      try {
        return await work(signal)
      } catch (error) {
        if (error instanceof Unfetched) throw error
        wish.signal?.throwIfAborted()
        throw new Unfetched(signal.aborted ? 'timeout' : obstacleOf(error), { cause: error })
      } finally {
        leftMs -= performance.now() - began
      }
    }

    for (;;) {
      if (wish.heedsRobots && !(await inTime((signal) => aborted(robots.allows(url), signal))))
        throw new Unfetched('robots')
      const turn = takeTurn(url.hostname)
      await (wish.signal ? aborted(turn, wish.signal) : turn)
      const fetched = await inTime(async (signal) => {
        const began = performance.now()
        const answer = await ask(url, wish, signal)
        tookMs += performance.now() - began
        const status = answer.statusCode ?? 0
        const next = REDIRECTS.has(status) ? answer.headers.location : undefined
        if (next === undefined)
          return {
            url: url.href,
            status,
            headers: answer.headers,
            redirects,
            tookMs,
            ...(await readBody(answer, wish.method === 'HEAD' ? 0 : wish.maxBytes)),
          }
        answer.destroy()
        if (redirects.length === most) throw new Unfetched('redirects')
        redirects.push({ from: url.href, status })
        url = read(next, url)
        return undefined
      })
      if (fetched) return fetched
    }
  }

  const robots = createRobots(userAgent, fetch)
  return { fetch, names }
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** An address that may be asked, as far as can be told from itself. */
function read(address: string, base?: URL): URL {
  const url = URL.parse(address, base)
  if (!url) throw new Unfetched(base ? 'redirects' : 'address')
  // Other ports are other services, which take what looks like HTTP for commands. The usual ones are written as none.
  const isPlain = url.port === '' || url.port === '80' || url.port === '443'
  if (!/^https?:$/.test(url.protocol) || !isPlain || url.username !== '' || url.password !== '')
    throw new Unfetched('address')
  url.hash = ''
  return url
}

/** Answers what Node asks before it connects: it asks nobody else. */
function answerWith(addresses: string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_host, { all }, done) => {
    const [first] = found
    if (all || !first) done(null, found)
    else done(null, first.address, first.family)
  }
}

/**
 * The result, unless it takes too long. Not `aborted` of node:util: it listens weakly, and what nobody else holds is
 * collected and never ends.
 */
async function aborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop)
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function obstacleOf(error: unknown): Obstacle {
  if (isMissing(error)) return 'unknown_name'
  const code = codeOf(error)
  if (/CERT|SIGNATURE|SELF_SIGNED/.test(code)) return 'certificate'
  // Of Node's parser, of zlib, of our own.
  if (/^(HPE_|Z_|ERR_BROTLI|ERR__ERROR)/.test(code) || code === '') return 'answer'
  return 'unreachable'
}

/** Resolves when a host may be asked again. */
function createTurns(pauseMs: number): (host: string) => Promise<void> {
  const freeAt = new Map<string, number>()
  return async (host) => {
    const now = performance.now()
    const mine = Math.max(now, freeAt.get(host) ?? 0)
    // In the order of asking: those that are over are at the front.
    for (const [name, free] of freeAt) {
      if (free > now) break
      freeAt.delete(name)
    }
    freeAt.delete(host)
    freeAt.set(host, mine + pauseMs)
    if (mine > now) await sleep(mine - now)
  }
}
