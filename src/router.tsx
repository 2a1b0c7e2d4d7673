import { createRouter } from '@tanstack/react-router'
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query'
import { NotFoundPage, PageError } from '~/components/layout/page-error'
import { basePath } from '~/lib/environment'
import { createQueryClient } from '~/lib/query-client'
import { parseSearch, stringifySearch } from '~/lib/search-params'
import { routeTree } from './routeTree.gen'

/** The router of one page view on the server, of one tab in the browser, with its query client. */
export function getRouter() {
  const queryClient = createQueryClient()
  const base = basePath()
  const router = createRouter({
    routeTree,
    rewrite: base === '' ? undefined : belowPath(base),
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // Skeletons appear quickly and then stay long enough not to flicker.
    defaultPendingMs: 120,
    defaultPendingMinMs: 250,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
    parseSearch,
    stringifySearch,
  })
  // Loaders throw redirects, and the router follows them.
  setupRouterSsrQueryIntegration({ router, queryClient, handleRedirects: false })
  leaveOutTimes(router.options)
  if (!import.meta.env.SSR) {
    router.subscribe('onBeforeNavigate', saveScrollPosition)
    router.subscribe('onResolved', resumeScrollEvents)
    // The pressed link is gone with its page: the new page takes the focus, and is read out.
    router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      if (fromLocation && pathChanged && document.activeElement === document.body)
        document.getElementById('content')?.focus({ preventScroll: true })
    })
  }
  return router
}

/** Pages of a further language are below its code. Not `basepath`, which the server's handler overwrites. */
const belowPath = (base: string) => ({
  input: ({ url }: { url: URL }) => {
    if (url.pathname === base || url.pathname.startsWith(`${base}/`))
      url.pathname = url.pathname.slice(base.length)
    return url
  },
  output: ({ url }: { url: URL }) => {
    url.pathname = url.pathname === '/' ? base : base + url.pathname
    // The server's handler compares this with the address as URLSearchParams writes it, and would redirect for ever.
    if (import.meta.env.SSR) url.search = new URLSearchParams(url.search).toString()
    return url
  },
})

type Options = ReturnType<typeof createRouter>['options']

/**
 * Pages contain no timestamp of their data: the same data makes the same bytes, on every process and at any time. In
 * the browser the data counts as just fetched, because the server revalidates a page at each request.
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
 * Saves the scroll position of the page being left: the router learns it from scroll events, a frame late, so one is
 * dispatched now. Until the next page is there it gets no more of them, or it would save the top instead.
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
  /** Location state: what a page passes to the next outside the URL. */
  interface HistoryState {
    /** The email address just used, to be filled in. */
    email?: string
    /** The page before the redirect to sign in. */
    from?: string
    /** How far Load More opened the list of this entry. */
    shown?: number
    /** Where signing in leads instead of home: to what the person was about to do. */
    next?: string | undefined
    /** Why the person was redirected to the sign-in page, if it says so. */
    notice?: 'verified' | 'reset'
  }

  interface Register {
    router: ReturnType<typeof getRouter>
  }
}
