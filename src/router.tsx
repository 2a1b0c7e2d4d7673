import { type QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { PageError } from '~/components/layout/page-error'
import { basePath } from '~/lib/environment'
import { createQueryClient } from '~/lib/query-client'
import { parseSearch, stringifySearch } from '~/lib/search-params'
import { tell } from '~/lib/tell'
import { routeTree } from './routeTree.gen'

// Not part of the first load.
const loadNotFound = () => import('./routes/-not-found').then((part) => ({ default: part.NotFoundPage }))
const NotFoundPage = import.meta.env.SSR ? (await loadNotFound()).default : lazy(loadNotFound)

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
    defaultNotFoundComponent: () => (
      <Suspense>
        <NotFoundPage />
      </Suspense>
    ),
    scrollRestoration: import.meta.env.SSR ? true : unlessScrolledBefore(),
    parseSearch,
    stringifySearch,
    Wrap: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
    dehydrate: import.meta.env.SSR ? () => ({ data: writeQueries(queryClient) }) : undefined,
    hydrate: import.meta.env.SSR ? undefined : ({ data }: { data: string }) => readQueries(queryClient, data),
  })
  if (!import.meta.env.SSR) {
    router.subscribe('onBeforeNavigate', saveScrollPosition)
    router.subscribe('onResolved', resumeScrollEvents)
    // The pressed link is gone with its page: the new page takes the focus, and is read out.
    router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
      if (!fromLocation || !pathChanged) return
      if (document.activeElement === document.body)
        document.getElementById('content')?.focus({ preventScroll: true })
      // The first page was counted by the server.
      tell({ page: toLocation.pathname })
    })
  }
  return router
}

/** Who has scrolled a page before its scripts ran stays there: the router would begin at the top. */
function unlessScrolledBefore(): () => boolean {
  let isFirst = true
  return () => {
    const isKept = isFirst && window.scrollY > 0
    isFirst = false
    return !isKept
  }
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

/**
 * What a page's queries hold, in its HTML: loaders await on the server what the page shows. One string is cheaper to
 * serialise than many objects. Without timestamps: the same data makes the same bytes, on every process and at any time.
 * A query that failed is fetched again by the browser.
 */
const writeQueries = (queryClient: QueryClient): string =>
  JSON.stringify(
    queryClient
      .getQueryCache()
      .getAll()
      .filter(({ state }) => state.status === 'success')
      .map(({ queryKey, state }) => [queryKey, state.data]),
  )

/** In the browser the data counts as just fetched, because the server revalidates a page at each request. */
function readQueries(queryClient: QueryClient, data: string): void {
  const queries: [QueryKey, unknown][] = JSON.parse(data)
  for (const [queryKey, answer] of queries) queryClient.setQueryData(queryKey, answer)
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
