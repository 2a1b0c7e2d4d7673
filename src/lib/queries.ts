import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { DataError } from './data-error'
import { once } from './once'

const loadEngine = once(() => import('./query-engine'))

/** What a page carries of one query: what was read, if it was. */
type Carried = { key: QueryKey; data?: unknown }

/** The query cache, and how its library follows a query. */
export type Engine = ReturnType<typeof import('./query-engine').createEngine>

/**
 * What is read for the pages: of one page view on the server, of one tab in the browser.
 *
 * A page carries what it opens with, so the query cache is downloaded only when something else is read: by a link, a
 * press, a member's page. Until then `carried` answers.
 */
export class Queries {
  #engine: Engine | undefined
  #loading: Promise<Engine> | undefined
  #carried = new Map<string, Carried>()
  #arrivedAt = 0
  #listeners = new Set<() => void>()

  /** The cache, once it is here. */
  readonly engine = (): Engine | undefined => this.#engine

  /** Calls `listener` when the cache has come; returns the way to stop. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** What the page carried of a query. */
  carried<T>(key: QueryKey): T | undefined {
    // As in the cache itself, a key stands for one shape.
    return this.#carried.get(JSON.stringify(key))?.data as T | undefined
  }

  /** The cache with what the page carried in it. Throws a DataError with this message when its download fails. */
  async load(failure = 'Failed to load'): Promise<QueryClient> {
    this.#loading ??= this.#start()
    try {
      return (await this.#loading).client
    } catch {
      this.#loading = undefined
      throw new DataError(failure)
    }
  }

  /** Takes what a page carried. It counts as read now: the server vouches for it on each request. */
  hydrate(text: string): void {
    this.#arrivedAt = Date.now()
    const carried: Carried[] = JSON.parse(text)
    for (const entry of carried) this.#carried.set(JSON.stringify(entry.key), entry)
  }

  async #start(): Promise<Engine> {
    const { createEngine } = await loadEngine()
    const engine = createEngine()
    const { client } = engine
    for (const { key, data } of this.#carried.values())
      if (data !== undefined) client.setQueryData(key, data, { updatedAt: this.#arrivedAt })
    this.#engine = engine
    for (const listener of this.#listeners) listener()
    return engine
  }
}

/** Of a route whose page uses the query library's own hooks: its page brings the cache along. */
declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    needsCache?: boolean
  }
}

/** What a page brings into the browser, beside what the router itself does. */
type Page = { carried: string; needsCache: boolean }

type Router = {
  state: { matches: readonly { staticData: { needsCache?: boolean } }[] }
  options: { dehydrate?: (() => unknown) | undefined; hydrate?: ((page: never) => unknown) | undefined }
}

/**
 * Has the router's pages carry what was read for them, as a function of the data alone: the same data make the same bytes,
 * whichever process renders them and when.
 */
export function carryQueries(router: Router, queries: Queries): void {
  if (import.meta.env.SSR)
    router.options.dehydrate = (): Page => ({
      // One text costs less to write than as many objects.
      carried: JSON.stringify(listCarried(queries)),
      needsCache: router.state.matches.some(({ staticData }) => staticData.needsCache),
    })
  router.options.hydrate = async ({ carried, needsCache }: Page) => {
    queries.hydrate(carried)
    // Without it the page itself fails, says so, and can be tried again.
    if (needsCache) await queries.load().catch(() => undefined)
  }
}

function listCarried(queries: Queries): Carried[] {
  const all = queries.engine()?.client.getQueryCache().getAll() ?? []
  return all.map(({ queryKey: key, state: { data } }) => ({ key, data }))
}
