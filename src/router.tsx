import { createRouter } from '@tanstack/react-router'
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query'
import { NotFoundPage } from '~/components/layout/not-found-page'
import { PageError } from '~/components/layout/page-error'
import { carryDataAlone } from '~/lib/carried-data'
import { createQueryClient } from '~/lib/query-client'
import { parseSearch, stringifySearch } from '~/lib/search-params'
import { routeTree } from './routeTree.gen'

/** The router of one page view on the server, of one tab in the browser, with its own query cache. */
export function getRouter() {
  const queryClient = createQueryClient()
  const router = createRouter({
    routeTree,
    context: { queryClient },
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
  })
  setupRouterSsrQueryIntegration({ router, queryClient })
  carryDataAlone(router.options)
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>
  }
}
