import type { DehydratedState } from '@tanstack/react-query'

/** What a page carries into the browser, as the router's query integration lays it out. */
type Carried = {
  query: { initial?: DehydratedState['queries']; stream?: ReadableStream<DehydratedState['queries']> }
}

type Options = {
  dehydrate?: (() => unknown) | undefined
  hydrate?: ((carried: never) => unknown) | undefined
}

/** Not 0: that means never. */
const LEFT_OUT = 1

/**
 * Makes the data a page carries a function of the data alone.
 *
 * The moments at which the server read it are left out: the same data make the same bytes, whichever process renders them
 * and when. In the browser it counts as read when it arrives, because the server vouches for it on each request, however
 * long ago it was rendered.
 *
 * The stream for what is read while a page is being sent is left out too: our pages are sent whole, and without it the
 * router writes them in one piece.
 */
export function carryDataAlone(options: Options): void {
  const { dehydrate, hydrate } = options
  if (dehydrate)
    options.dehydrate = async () => {
      const carried = await dehydrate.call(options)
      if (!isCarried(carried)) return carried
      stamp(carried, LEFT_OUT)
      delete carried.query.stream
      return carried
    }
  if (hydrate)
    options.hydrate = (carried) => {
      const page: unknown = carried
      if (isCarried(page)) {
        stamp(page, Date.now())
        page.query.stream ??= new ReadableStream({ start: (stream) => stream.close() })
      }
      return hydrate.call(options, carried)
    }
}

const isCarried = (value: unknown): value is Carried =>
  typeof value === 'object' && value !== null && 'query' in value

function stamp({ query }: Carried, moment: number): void {
  for (const entry of query.initial ?? []) {
    const { state } = entry
    entry.dehydratedAt = moment
    if (state.dataUpdatedAt) state.dataUpdatedAt = moment
    if (state.errorUpdatedAt) state.errorUpdatedAt = moment
  }
}
