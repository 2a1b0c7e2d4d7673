import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'
import type postgres from 'postgres'
import * as z from 'zod'
import type { Act } from '#shared/numbers.ts'
import type { Site } from '#shared/site.ts'
import type { Report } from '../lib/errors.ts'
import { type Language, languageOf } from '../product/languages.ts'
import { startCounts } from '../product/numbers/counts.ts'
import { hostOf, pageOf, slugOf, wordsOf } from '../product/numbers/subjects.ts'
import { NOT_STORED } from './cache/send.ts'

/**
 * Counts visits without cookies, addresses and persons (docs/decisions/193): documents that were answered, and what pages
 * tell of visits without one. Robots, prefetched documents and browsers that ask not to be tracked are left out.
 */
export type Visits = ReturnType<typeof createVisits>

type Header = (name: string) => string | string[] | null | undefined

interface Options {
  sql: postgres.Sql
  site(): Promise<Site>
  publicUrl: string
  languages: readonly Pick<Language, 'prefix'>[]
  report: Report
}

/** Names of browsers, of which there are few; a robot may send any number. */
const REMEMBERED = 1000

const act: z.ZodType<Act> = z.union([
  z.strictObject({ page: z.string().max(1000) }),
  z.strictObject({ click: z.string().max(1000) }),
  z.strictObject({ search: z.string().max(1000), found: z.boolean() }),
])

export function createVisits({ sql, site, publicUrl, languages, report }: Options) {
  const counts = startCounts({ sql, isWanted: async () => (await site()).numbers !== 'off', report })
  const ownHost = hostOf(publicUrl)
  const robots = new LRUCache<string, boolean>({ max: REMEMBERED })

  function isRobot(name: unknown): boolean {
    if (typeof name !== 'string' || name === '') return true
    const known = robots.get(name)
    if (known !== undefined) return known
    const isOne = isbot(name)
    // A longer one is none of a browser.
    if (name.length < 500) robots.set(name, isOne)
    return isOne
  }

  const isLeftOut = (header: Header) =>
    header('dnt') === '1' || header('sec-gpc') === '1' || isRobot(header('user-agent'))

  function countPage(path: string): boolean {
    const page = pageOf(path)
    if (!page) return false
    const { kind, slug = '' } = page
    counts.add('page', kind)
    if (kind === 'tool' || kind === 'category') counts.add(kind, slugOf(slug))
    return true
  }

  function count(done: Act): void {
    if ('page' in done) return void countPage(done.page)
    if ('click' in done) {
      counts.add('event', 'click')
      counts.add('click', slugOf(done.click))
      return
    }
    const words = wordsOf(done.search)
    counts.add('event', 'search')
    counts.add('search', words)
    if (done.found) return
    counts.add('event', 'nothing')
    counts.add('nothing', words)
  }

  return {
    /** After the answer to a request for a page. */
    note: (method: string, path: string, status: number, header: Header): void => {
      // 304: the visitor's browser has the document, and asked whether it is current.
      if (!counts.isOn || method !== 'GET' || (status !== 200 && status !== 304)) return
      if (header('sec-purpose') || header('purpose') || isLeftOut(header)) return
      if ((header('sec-fetch-dest') ?? 'document') !== 'document') return
      if (!countPage(languageOf(languages, path)[1])) return
      const host = hostOf(String(header('referer') ?? ''))
      if (host !== '' && host !== ownHost && host !== hostOf(`http://${header('host')}`))
        counts.add('referrer', host)
    },
    /** Counts what a page tells. */
    answer: async (request: Request): Promise<Response> => {
      const { data } = act.safeParse(await request.json().catch(() => undefined))
      if (!data) return new Response(null, { status: 400, headers: NOT_STORED })
      const header: Header = (name) => request.headers.get(name)
      // Another site cannot have its visitors counted here.
      const isOwn = (header('sec-fetch-site') ?? 'same-origin') === 'same-origin'
      if (counts.isOn && isOwn && !isLeftOut(header)) count(data)
      return new Response(null, { status: 204, headers: NOT_STORED })
    },
    /** Writes what has been counted. */
    close: counts.close,
  }
}
