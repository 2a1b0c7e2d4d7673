import { type Client, type Fetched, type Obstacle, Unfetched } from '../../host/fetch/client.ts'
import { hostOf } from '../claims/domains.ts'

/** What asking the website of a tool says about its link (docs/decisions/191). */

/** As private.note_link_checks takes it. */
export interface Verdict {
  state: 'ok' | 'moved' | 'slow' | 'refused' | 'dead'
  /** The status of its answer, or what was in the way. */
  reason?: string
  leads_to?: string
  took_ms?: number
}

/** Visitors wait for it so long that they wonder. */
const SLOW_MS = 5000

/** Asks as little as it can: the head, and a body only where the head is not answered as a page is. */
export async function askLink(client: Client, url: string, signal: AbortSignal): Promise<Verdict> {
  const wish = { maxBytes: 1024, heedsRobots: true, signal }
  try {
    const head = await client.fetch(url, { ...wish, method: 'HEAD' }).catch((error: unknown) => {
      if (error instanceof Unfetched && ['answer', 'timeout'].includes(error.obstacle)) return undefined
      throw error
    })
    return judge(url, head && head.status < 400 ? head : await client.fetch(url, wish))
  } catch (error) {
    if (error instanceof Unfetched) return { state: stateOf(error.obstacle), reason: error.obstacle }
    throw error
  }
}

/** It was not asked, or may be asked by visitors all the same. */
const stateOf = (obstacle: Obstacle) =>
  obstacle === 'robots' || obstacle === 'private' || obstacle === 'address' ? 'refused' : 'dead'

type Answer = Pick<Fetched, 'status' | 'redirects' | 'url' | 'tookMs'>

export function judge(url: string, { status, redirects, url: end, tookMs }: Answer): Verdict {
  if (status >= 400) {
    const isDead = status === 404 || status === 410 || (status >= 500 && status < 600)
    return { state: isDead ? 'dead' : 'refused', reason: String(status) }
  }
  const took_ms = Math.round(tookMs)
  const leads_to = leadsTo(url, redirects, end)
  if (leads_to !== undefined && isElsewhere(url, leads_to)) return { state: 'moved', leads_to, took_ms }
  return { state: took_ms >= SLOW_MS ? 'slow' : 'ok', took_ms }
}

/** As far as it says that this is for good. */
function leadsTo(url: string, redirects: Fetched['redirects'], end: string): string | undefined {
  const temporary = redirects.findIndex(({ status }) => status !== 301 && status !== 308)
  if (temporary < 0) return redirects.length > 0 ? end : undefined
  return temporary > 0 ? redirects[temporary]?.from : url
}

/** From the front page to another of the same site is how sites choose a language, and no move. */
function isElsewhere(from: string, to: string): boolean {
  const pageOf = ({ pathname, search }: URL) => pathname.replace(/\/(index\.(html?|php))?$/, '') + search
  const page = pageOf(new URL(from))
  return hostOf(from) !== hostOf(to) || (page !== '' && page !== pageOf(new URL(to)))
}
