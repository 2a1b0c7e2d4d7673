import { AsyncLocalStorage } from 'node:async_hooks'
import { TextResponse } from '../text-response.ts'
import { inOwnMemory, type Made } from './answer.ts'
import { ANYTHING, type Dependency } from './dependencies.ts'
import { NOT_STORED, REVALIDATED } from './headers.ts'
import type { Loaded, Memory } from './memory.ts'
import { type RestRead, readRestRequest } from './rest-address.ts'
import { dependenciesOf, involvedIn } from './rest-dependencies.ts'
import type { SchemaPicture } from './schema-picture.ts'

/** Reads of /rest/v1 that are the same for everyone, from memory. */
export interface SharedReads {
  /** The answer to a request of a visitor's; undefined when it is not one that memory serves. */
  answer(request: Request): Promise<Loaded> | undefined
  /** For rendering: what a page reads goes through here, and becomes what the page depends on. */
  fetchForPage(request: Request): Promise<Response>
  /** Renders, and tells what was read meanwhile. */
  collect<T>(render: () => Promise<T>): Promise<{ result: T; read: Collected }>
}

/** What a page was made from. */
export interface Collected {
  dependencies: Set<Dependency>
  expires: number
  /** Everything it asked for was answered, and may be kept. */
  isSound: boolean
  /** False when something it asked for was refused because the database does not answer. */
  isAnswered: boolean
}

export interface SharedReadsOptions {
  memory: Memory
  /** Answers /rest/v1, for a client and for our own pages. */
  fetch(request: Request): Promise<Response>
  fetchForPage(request: Request): Promise<Response>
  publishableKey: string
  /** Where the API answers, in the addresses a page asks. */
  apiUrl: string
  /** Undefined for a hosted project: its changes are not told, so nothing needs to be known of what they concern. */
  picture: SchemaPicture | undefined
}

/** What depends on the clock is read again after this. */
const TIMELY_MS = 10_000
/** Headers that belong to the answer; the others are the pipeline's. */
const OWN_HEADERS = ['content-type', 'content-range', 'content-location', 'preference-applied']
const VARY = 'accept-encoding, authorization, apikey, accept, accept-profile, prefer, range, range-unit'

export function createSharedReads(options: SharedReadsOptions): SharedReads {
  const { memory, publishableKey, apiUrl, picture } = options
  const collecting = new AsyncLocalStorage<Collected>()

  function find(request: Request): RestRead | undefined {
    if (!memory.isUsed) return undefined
    const { method, url, headers } = request
    const read = readRestRequest({ method, url, header: (name) => headers.get(name) }, publishableKey)
    const isVolatile =
      read && picture && 'function' in read.target && !picture.functions.has(read.target.function)
    return isVolatile ? undefined : read
  }

  async function make(read: RestRead, fetch: SharedReadsOptions['fetch']): Promise<Made> {
    const response = await fetch(
      new Request(new URL(read.path, apiUrl), { method: read.method, headers: read.headers }),
    )
    const body = inOwnMemory(Buffer.from(await response.text()))
    const headers = OWN_HEADERS.flatMap((name): [string, string][] => {
      const value = response.headers.get(name)
      return value === null ? [] : [[name, value]]
    })
    const isKept = response.status === 200 || response.status === 206
    const isTimely = picture && involvedIn(read, picture).some((name) => picture.timely.has(name))
    return {
      status: response.status,
      headers: [...headers, ...(isKept ? REVALIDATED : NOT_STORED), ['vary', VARY]],
      body,
      dependencies: isKept
        ? picture
          ? dependenciesOf(read, body, picture)
          : new Set([ANYTHING])
        : undefined,
      expires: isTimely ? Date.now() + TIMELY_MS : Number.POSITIVE_INFINITY,
    }
  }

  const load = (read: RestRead, fetch: SharedReadsOptions['fetch']) =>
    memory.load(read.key, () => make(read, fetch))

  return {
    answer: (request) => {
      const read = find(request)
      return read && load(read, options.fetch)
    },
    fetchForPage: async (request) => {
      const page = collecting.getStore()
      const read = find(request)
      if (!read) {
        const response = await options.fetchForPage(request)
        if (page) {
          page.isSound = false
          page.isAnswered &&= response.status !== 503
        }
        return response
      }
      const { answer } = await load(read, options.fetchForPage)
      if (page) {
        for (const dependency of answer.dependencies ?? []) page.dependencies.add(dependency)
        page.expires = Math.min(page.expires, answer.expires)
        page.isSound &&= answer.dependencies !== undefined
        page.isAnswered &&= answer.status !== 503
      }
      const body = answer.ready('identity') ?? (await answer.pack('identity'))
      const init = {
        status: answer.status,
        headers: answer.headers.map(([name, value]): [string, string] => [name, value]),
      }
      const isEmpty = read.method === 'HEAD' || answer.status === 204
      return isEmpty ? new Response(null, init) : new TextResponse(body.toString(), init)
    },
    collect: async (render) => {
      const read: Collected = {
        dependencies: new Set(),
        expires: Number.POSITIVE_INFINITY,
        isSound: true,
        isAnswered: true,
      }
      return { result: await collecting.run(read, render), read }
    },
  }
}
