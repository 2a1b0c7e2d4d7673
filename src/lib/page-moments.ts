import type { DehydratedState } from '@tanstack/react-query'

/** What a page carries into the browser, as the router's query integration lays it out. */
type Carried = { query?: { initial?: DehydratedState['queries'] } }

type Options = {
  dehydrate?: (() => unknown) | undefined
  hydrate?: ((carried: never) => unknown) | undefined
}

/** Not 0: that means never. */
const LEFT_OUT = 1

/**
 * The moments at which the server read its data are no part of a page: the same data make the same bytes, whichever
 * process renders them and when. In the browser what a page brought counts as read when it arrives, because the server
 * vouches for it on each request, however long ago it was rendered.
 */
export function leaveMomentsOut(options: Options): void {
  const { dehydrate, hydrate } = options
  if (dehydrate)
    options.dehydrate = async () => {
      const carried = await dehydrate.call(options)
      stamp(carried, LEFT_OUT)
      return carried
    }
  if (hydrate)
    options.hydrate = (carried) => {
      stamp(carried, Date.now())
      return hydrate.call(options, carried)
    }
}

function stamp(carried: unknown, moment: number): void {
  const { query }: Carried = typeof carried === 'object' && carried !== null ? carried : {}
  for (const entry of query?.initial ?? []) {
    entry.dehydratedAt = moment
    if (entry.state.dataUpdatedAt) entry.state.dataUpdatedAt = moment
    if (entry.state.errorUpdatedAt) entry.state.errorUpdatedAt = moment
  }
}
