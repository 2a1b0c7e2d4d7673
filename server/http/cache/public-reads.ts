import { AsyncLocalStorage } from 'node:async_hooks'
import { TimeBudgetError } from '../../host/database/read-scheduler.ts'
import { TextResponse } from '../pages/text-response.ts'
import { type Answer, bodyIn, createAnswer } from './answer.ts'
import type { Loaded, Memory } from './memory.ts'
import { NOT_STORED, REVALIDATED } from './send.ts'
import { PUBLIC_READS, type Tag } from './tags.ts'

/** Public reads of /rest/v1, from the cache. */
export type PublicReads = ReturnType<typeof createPublicReads>

/** The dependencies of a page. */
interface Collected {
  tags: Set<Tag>
  /** All its reads succeeded and are cacheable. */
  isKeepable: boolean
  /** False when a read failed because the database does not answer. */
  isAnswered: boolean
  /** A read was refused: too many of this client wait. */
  refusal: TimeBudgetError | undefined
}

interface PublicReadsOptions {
  memory: Memory
  /** Answers /rest/v1, for clients and for our own pages. */
  fetch(request: Request): Promise<Response>
  fetchForPage(request: Request): Promise<Response>
  publishableKey: string
}

/** One read, and its name in {@link PUBLIC_READS}. */
interface Read {
  name: string
  key: string
  request: Request
}

/** Headers that belong to the response itself; the pipeline adds the others. */
const OWN_HEADERS = ['content-type', 'content-range', 'preference-applied']
const VARY = 'accept-encoding, authorization, apikey, accept, accept-profile, prefer, range, range-unit'
/** The response formats our own pages request. Others are answered without caching. */
const ACCEPTED = ['', '*/*', 'application/json', 'application/vnd.pgrst.object+json']

export function createPublicReads(options: PublicReadsOptions) {
  const { memory, publishableKey } = options
  const collecting = new AsyncLocalStorage<Collected>()

  /** A read with only the public API key, in a cacheable format. Nothing else of the request is passed on. */
  function find({ method, url, headers }: Request): Read | undefined {
    const header = (name: string) => headers.get(name)?.trim() ?? ''
    const accept = header('accept')
    // postgrest-js sends it when columns of a function are selected; a read returns its rows anyway.
    const prefer = header('prefer').replace(/^return=representation$/, '')
    const key = header('authorization').replace(/^bearer\s+/i, '')
    const isVisitors = header('apikey') === publishableKey && (key === '' || key === publishableKey)
    const isUnusual = ['cookie', 'range', 'accept-profile'].some((name) => header(name) !== '')
    const isPlain = ACCEPTED.includes(accept) && ['', 'count=exact'].includes(prefer)
    if (!memory.isUsed || method !== 'GET' || !isVisitors || isUnusual || !isPlain) return undefined
    const address = new URL(url)
    const name = address.pathname.replace('/rest/v1/', '')
    if (!Object.hasOwn(PUBLIC_READS, name) || address.searchParams.has('apikey')) return undefined
    // Their order has no meaning.
    address.searchParams.sort()
    const asked = {
      accept: accept || '*/*',
      apikey: publishableKey,
      authorization: `Bearer ${publishableKey}`,
      ...(prefer && { prefer }),
    }
    return {
      name,
      key: `${name}?${address.searchParams} ${asked.accept} ${prefer}`,
      request: new Request(address, { headers: asked }),
    }
  }

  async function make({ name, request }: Read, fetch: PublicReadsOptions['fetch']): Promise<Answer> {
    const response = await fetch(request)
    const text = await response.text()
    const headers = OWN_HEADERS.flatMap((each): [string, string][] => {
      const value = response.headers.get(each)
      return value === null ? [] : [[each, value]]
    })
    const isKept = response.status === 200 || response.status === 206
    const rows: unknown = isKept ? JSON.parse(text) : []
    const read = {
      parameters: new URL(request.url).searchParams,
      rows: Array.isArray(rows) ? rows : [rows],
    }
    return createAnswer({
      status: response.status,
      headers: [...headers, ...(isKept ? REVALIDATED : NOT_STORED), ['vary', VARY]],
      body: text,
      tags: isKept ? new Set(PUBLIC_READS[name]?.(read)) : undefined,
    })
  }

  async function readForPage(request: Request) {
    const read = find(request)
    const answer = read && (await memory.load(read.key, () => make(read, options.fetchForPage))).answer
    return { answer, response: answer ? await asResponse(answer) : await options.fetchForPage(request) }
  }

  return {
    /** The response to a visitor's call of a public function; undefined for every other request. */
    answer: (request: Request): Promise<Loaded> | undefined => {
      const read = find(request)
      // Tables are read in too many ways to declare the dependencies of each; those of our own pages are known.
      if (!read?.name.startsWith('rpc/')) return undefined
      return memory.load(read.key, () => make(read, options.fetch))
    },
    /** For rendering: reads of a page go through here and become its dependencies. */
    fetchForPage: async (request: Request): Promise<Response> => {
      const page = collecting.getStore()
      const { answer, response } = await readForPage(request).catch((error: unknown) => {
        // The pages take it for a failed connection.
        if (page && error instanceof TimeBudgetError) page.refusal = error
        throw error
      })
      if (page) {
        for (const tag of answer?.tags ?? []) page.tags.add(tag)
        page.isKeepable &&= answer?.tags !== undefined
        page.isAnswered &&= response.status !== 503
      }
      return response
    },
    /** Renders, and records what was read meanwhile. */
    collect: async <T>(render: () => Promise<T>): Promise<{ result: T; read: Collected }> => {
      const read: Collected = { tags: new Set(), isKeepable: true, isAnswered: true, refusal: undefined }
      return { result: await collecting.run(read, render), read }
    },
  }
}

async function asResponse(answer: Answer): Promise<Response> {
  const text = new TextDecoder().decode(await bodyIn(answer, 'identity'))
  return new TextResponse(text, { status: answer.status, headers: [...answer.headers] })
}
