import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerContext } from '#shared/page-context.ts'
import type { ReadScheduler } from '../../host/database/read-scheduler.ts'
import { StartError } from '../../lib/config.ts'
import type { Report } from '../../lib/errors.ts'
import { type Answer, compressed, createAnswer } from '../cache/answer.ts'
import type { Loaded, Memory } from '../cache/memory.ts'
import type { PublicReads } from '../cache/public-reads.ts'
import { NOT_STORED, REVALIDATED } from '../cache/send.ts'
import { pagePolicy } from '../middleware/security-headers.ts'

/** The built app: the exports of `src/server.tsx`. */
interface BuiltPages {
  render(request: Request): Promise<Response> | Response
  canonicalAddress(address: string): string | undefined
}

/** Sets the global through which the pages get their environment and the backend (src/lib/environment.ts). */
export function offerToPages(context: ServerContext, language: string): void {
  Reflect.set(globalThis, Symbol.for(`plaudit ${language}`), context)
}

export const BUILD_FOLDER = path.join(import.meta.dirname, '../../../dist')

/** Loads the built pages of a language. Throws a StartError when there are none. */
export async function loadPages(language: string): Promise<BuiltPages> {
  const entry = path.join(BUILD_FOLDER, 'server', language, 'server.js')
  if (!existsSync(entry)) throw new StartError('the pages are not built: run npm start, or npm run build')
  const built: {
    default: { fetch: BuiltPages['render'] }
    canonicalAddress: BuiltPages['canonicalAddress']
  } = await import(pathToFileURL(entry).href)
  return { render: built.default.fetch, canonicalAddress: built.canonicalAddress }
}

interface Options {
  built: BuiltPages
  memory: Memory
  reads: PublicReads
  /** Pages are rendered for this origin, whichever host was requested, and below this prefix of their language. */
  publicUrl: string
  prefix: string
  /** Counts what a client uses, and throws when its budget is used up. */
  budget: Pick<ReadScheduler, 'admit' | 'charge'>
  /** Whose page is rendered next. */
  queue: Pick<ReadScheduler, 'run'>
  /** A backend on another origin, if any. */
  apiOrigin?: string | undefined
  report: Report
}

/** The same text as elsewhere while the database does not answer. */
const RETRY: [string, string][] = [['retry-after', '5']]

/**
 * About the processor time of a page, by its length: the time it took would count the pages rendered beside it, and its
 * reads, which are charged already.
 */
const PAGE_MS = 5
const RENDERED_PER_MS = 5_000

/** The URL of a mailed link's page contains a token: it is never cached. */
const PRIVATE = /^\/auth\//

/** Renders pages, the same for everyone. */
export function createPages(options: Options) {
  const { built, memory, reads, publicUrl, prefix, budget, queue, apiOrigin, report } = options

  /** Home of a language has no slash at its end. */
  const prefixed = (address: string) => prefix + (prefix ? address.replace(/^\/(?=\?|$)/, '') : address)

  // Only the URL of a request enters rendering.
  const render = (address: string) =>
    reads.collect(async () => {
      const response = await capturingConsole(
        (error) => report('a page reported an error', error),
        () => built.render(new Request(publicUrl + prefixed(address))),
      )
      return { response, text: await response.text() }
    })

  async function make(address: string): Promise<Answer> {
    budget.admit()
    const { result, read } = await queue.run(
      () => render(address),
      false,
      ({ result: { text } }) => {
        const cost = PAGE_MS + text.length / RENDERED_PER_MS
        budget.charge(cost)
        return cost
      },
    )
    if (read.refusal) throw read.refusal
    const { response, text } = result
    const isUnanswered = response.status === 500 && !read.isAnswered
    const status = isUnanswered ? 503 : response.status
    const headers = [...response.headers].filter(([name]) => name !== 'content-length')
    const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false
    if (!isPage)
      return createAnswer({
        status,
        // A slug may be reassigned: a browser that caches the redirect could loop.
        headers: response.headers.has('cache-control') ? headers : [...headers, ...REVALIDATED],
        body: text,
        tags: undefined,
      })
    const html = withoutTimes(text)
    const isKept =
      (status === 200 || status === 404) && read.isKeepable && !response.headers.has('set-cookie')
    const page = createAnswer({
      status,
      headers: [
        ...headers.filter(([name]) => name !== 'cache-control'),
        ['content-security-policy', pagePolicy(html, apiOrigin)],
        ['vary', 'accept-encoding'],
        ...(status < 500 && !PRIVATE.test(address) ? REVALIDATED : NOT_STORED),
        ...(isUnanswered ? RETRY : []),
      ],
      body: html,
      tags: isKept ? read.tags : undefined,
    })
    return isKept ? compressed(page) : page
  }

  return {
    /** Renders the page at a URL: path and search. */
    answer: async (address: string): Promise<Loaded> => {
      const key = PRIVATE.test(address) ? undefined : built.canonicalAddress(address)
      if (key === undefined) return { answer: await make(address), isHit: false }
      return memory.load(prefixed(key), () => make(key))
    },
  }
}

/**
 * The router records when it loaded each part of a page. Without these timestamps the same data makes the same page in
 * every process. Text of users cannot match: its quotation marks are escaped.
 */
function withoutTimes(html: string): string {
  return html.replace(/(\{i:"[^"\\]*",u:)\d+/g, '$10')
}

/**
 * TanStack's router writes some page errors to the console, with data in them, and offers no other way: those thrown by
 * `head()`, those that cannot be serialised, those its handler catches. While it renders a page, its console errors are
 * passed to our reporter; other output is unchanged.
 */
const captured = new AsyncLocalStorage<(error: unknown) => void>()

// biome-ignore lint/suspicious/noConsole: other errors are written as before.
const write = console.error
console.error = (...parts) => {
  const take = captured.getStore()
  if (take) take(parts.find((part) => part instanceof Error) ?? parts[0])
  else write(...parts)
}

/** Runs the work; `take` receives each error it writes to the console. */
const capturingConsole = <T>(take: (error: unknown) => void, work: () => T): T => captured.run(take, work)
