import type { AnyRouter } from '@tanstack/react-router'
import { getSsrStatus, RouterServer, transformHtmlStringWithRouter } from '@tanstack/react-router/ssr/server'
import { createStartHandler, defineHandlerCallback } from '@tanstack/react-start/server'
import { createServerEntry } from '@tanstack/react-start/server-entry'
import { renderToString } from 'react-dom/server'
import { getServerContext } from './lib/environment'
import { DataError, logError } from './lib/errors'
import { parseSearch, stringifySearch } from './lib/search-params'
import { getRouter } from './router'

/**
 * Like the library's `defaultRenderHandler`, except for the kind of response. Pages are sent whole: the server hashes
 * their inline scripts for the Content-Security-Policy first.
 */
const renderPage = defineHandlerCallback(async ({ router, responseHeaders: headers }) => {
  try {
    reportFailedLoads(router)
    const html = renderToString(<RouterServer router={router} />)
    return getServerContext().respond(await transformHtmlStringWithRouter(router, html), {
      status: getSsrStatus(router),
      headers,
    })
  } catch (error) {
    logError('A page could not be rendered', error)
    return new Response('Internal Server Error', { status: 500, headers })
  } finally {
    router.serverSsr?.cleanup()
  }
})

/** Errors thrown by loaders become part of the page; an unavailable database is reported elsewhere. */
function reportFailedLoads({ state }: AnyRouter): void {
  for (const { status, error, routeId } of state.matches)
    if (status === 'error' && !(error instanceof DataError && error.status === 503))
      logError(`The page ${routeId} could not be loaded`, error)
}

const render = createStartHandler(renderPage)

/** The entry point of the production and development servers. */
export default createServerEntry({ fetch: (request) => render(request) })

let router: ReturnType<typeof getRouter> | undefined

/** The address under which the one page for all unknown addresses is rendered and cached. */
const NOT_FOUND = '/-/not-found'

/**
 * The canonical URL of a page: without parameters its route does not know, the others in a fixed order. Undefined if it
 * redirects because a value is not canonical.
 */
export function canonicalAddress(address: string): string | undefined {
  router ??= getRouter()
  const { pathname, search } = new URL(address, 'http://-')
  const given = parseSearch(search)
  const routes = router.getMatchedRoutes(pathname)[0]
  if (routes.at(-1)?.id === '/$') return NOT_FOUND
  const canonical: Record<string, unknown> = {}
  const known: Record<string, unknown> = {}
  for (const { options } of routes) {
    const { validateSearch } = options
    if (validateSearch === undefined) continue
    // Other readers of the URL may not ignore unknown parameters.
    if (typeof validateSearch !== 'function') return undefined
    const read: Record<string, unknown> = validateSearch(given)
    // Parameters parsed by the component: any addition would count as another page here.
    if (read === given && search !== '') return undefined
    for (const key of Object.keys(read).toSorted()) {
      canonical[key] = read[key]
      known[key] = given[key]
    }
  }
  const text = stringifySearch(canonical)
  return text === stringifySearch(known) ? pathname + text : undefined
}
