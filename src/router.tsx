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
  if (!import.meta.env.SSR) {
    router.subscribe('onBeforeNavigate', leavePlace)
    router.subscribe('onResolved', arrive)
  }
  return router
}

/**
 * Back leads to where a page was left. The router notes that place of what it has been told was scrolled, which is told a
 * frame later: so it is told now. Until the next page is there it is told nothing more, or what is on its way, which
 * stands at its top, would be taken for the page that was left.
 */
function leavePlace() {
  document.dispatchEvent(new Event('scroll'))
  window.addEventListener('scroll', keepToItself, true)
}

function arrive() {
  window.removeEventListener('scroll', keepToItself, true)
}

const keepToItself = (event: Event) => event.stopImmediatePropagation()

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>
  }
}
