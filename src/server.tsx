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
 * The library's own way (its `defaultRenderHandler`), but for the kind of the response. Pages are sent whole: the server
 * hashes their inline scripts for the content security policy before it answers.
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

/** What a loader threw becomes part of the page; that the database is away is known elsewhere. */
function reportFailedLoads({ state }: AnyRouter): void {
  for (const { status, error, routeId } of state.matches)
    if (status === 'error' && !(error instanceof DataError && error.status === 503))
      logError(`The page ${routeId} could not be loaded`, error)
}

const render = createStartHandler(renderPage)

/** What the production server and the development server call for every page. */
export default createServerEntry({ fetch: (request) => render(request) })

let router: ReturnType<typeof getRouter> | undefined

/**
 * The address of the page an address leads to, without the parameters its route does not know and with the others in one
 * order: the page is the same. Undefined where it leads elsewhere, because a value is not in its canonical form.
 */
export function canonicalAddress(address: string): string | undefined {
  router ??= getRouter()
  const { pathname, search } = new URL(address, 'http://-')
  const given = parseSearch(search)
  const canonical: Record<string, unknown> = {}
  const known: Record<string, unknown> = {}
  for (const { options } of router.getMatchedRoutes(pathname)[0]) {
    const { validateSearch } = options
    if (validateSearch === undefined) continue
    // Whatever else reads an address is not known to leave out what it does not know.
    if (typeof validateSearch !== 'function') return undefined
    const read: Record<string, unknown> = validateSearch(given)
    // What it leaves to its page to read: whatever was added to it would be another page here.
    if (read === given && search !== '') return undefined
    for (const key of Object.keys(read).toSorted()) {
      canonical[key] = read[key]
      known[key] = given[key]
    }
  }
  const text = stringifySearch(canonical)
  return text === stringifySearch(known) ? pathname + text : undefined
}
