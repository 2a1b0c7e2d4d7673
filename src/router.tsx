import { createRouter } from '@tanstack/react-router'
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query'
import { NotFoundPage } from '~/components/layout/not-found-page'
import { PageError } from '~/components/layout/page-error'
import { createQueryClient } from '~/lib/query-client'
import { parseSearch, stringifySearch } from '~/lib/search-params'
import { routeTree } from './routeTree.gen'

/** The router of one page view on the server, of one tab in the browser, with its query client. */
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
  // Redirects are thrown through loaders, which follow them.
  setupRouterSsrQueryIntegration({ router, queryClient, handleRedirects: false })
  leaveOutTimes(router.options)
  if (!import.meta.env.SSR) {
    router.subscribe('onBeforeNavigate', saveScrollPosition)
    router.subscribe('onResolved', resumeScrollEvents)
  }
  return router
}

type Options = ReturnType<typeof createRouter>['options']

/**
 * A page says nothing of when its data were read: the same data make the same bytes, on whichever process and whenever.
 * In the browser they count as read just now, because the server vouches for a page at each request.
 */
function leaveOutTimes(options: Options): void {
  const { dehydrate, hydrate } = options
  if (import.meta.env.SSR)
    options.dehydrate = async () => {
      const page = await dehydrate?.()
      for (const query of page?.query.initial ?? []) {
        query.dehydratedAt = 0
        query.state.dataUpdatedAt = 0
      }
      return page
    }
  else
    options.hydrate = async (page) => {
      for (const { state } of page.query.initial ?? []) state.dataUpdatedAt = Date.now()
      await hydrate?.(page)
    }
}

/**
 * Saves the scroll position of the page that is being left: the router learns of it from scroll events, a frame late, so
 * one is sent now. Until the next page is there it gets no more of them, or the scroll to the top would be saved instead.
 */
function saveScrollPosition() {
  document.dispatchEvent(new Event('scroll'))
  window.addEventListener('scroll', stopEvent, true)
}

function resumeScrollEvents() {
  window.removeEventListener('scroll', stopEvent, true)
}

const stopEvent = (event: Event) => event.stopImmediatePropagation()

declare module '@tanstack/react-router' {
  /** What a page may hand to the next outside the address. */
  interface HistoryState {
    /** The address a person has just used, so that they need not type it again. */
    email?: string
    /** The page a person was on before they were redirected to sign in. */
    from?: string
    /** Why someone was redirected to the sign-in page, where the page says so. */
    notice?: 'verified' | 'reset'
  }

  interface Register {
    router: ReturnType<typeof getRouter>
  }
}
