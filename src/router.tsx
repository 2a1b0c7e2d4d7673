import { createRouter } from '@tanstack/react-router'
import { NotFoundPage } from '~/components/layout/not-found-page'
import { PageError } from '~/components/layout/page-error'
import { carryQueries, Queries } from '~/lib/queries'
import { QueriesProvider } from '~/lib/queries-provider'
import { parseSearch, stringifySearch } from '~/lib/search-params'
import { routeTree } from './routeTree.gen'

/** The router of one page view on the server, of one tab in the browser, with what is read for its pages. */
export function getRouter() {
  const queries = new Queries()
  const router = createRouter({
    routeTree,
    context: { queries },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // Skeletons come quickly, and once there stay long enough to be seen as such.
    defaultPendingMs: 120,
    defaultPendingMinMs: 250,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
    parseSearch,
    stringifySearch,
    Wrap: ({ children }) => <QueriesProvider queries={queries}>{children}</QueriesProvider>,
  })
  carryQueries(router, queries)
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>
  }
}
