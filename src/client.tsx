import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { markMissingPart } from './lib/errors'
import { reloadIfAnswered, reloadOnce } from './lib/reload'
import { getRouter } from './router'

// The router's own client, not Start's: that one brings the transport of server functions, which this site has none of
// (13 kB on every first load).
const router = getRouter()

let isMissing = false
window.addEventListener('vite:preloadError', (event) => {
  isMissing = true
  markMissingPart(event)
})

void start()

async function start(): Promise<void> {
  const matched = new Set<string>(router.matchRoutes(router.latestLocation).map(({ routeId }) => routeId))
  const routes = Object.values(router.routesById).filter(({ id }) => matched.has(id))
  await Promise.all(routes.map((route) => router.loadRouteChunk(route)))
  if (isMissing && routes.every(({ options }) => options.ssr !== false)) await untilPressed()
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RouterClient router={router} />
      </StrictMode>,
    )
  })
}

/**
 * Code of a page that the server rendered could not be downloaded: the page stays readable, until somebody presses a
 * button, which only the code could answer. When the network is back it is loaded again.
 */
function untilPressed(): Promise<void> {
  void reloadOnce()
  const pressed = new AbortController()
  const { signal } = pressed
  window.addEventListener('online', () => reloadIfAnswered(), { signal })
  return new Promise((resolve) => {
    const onClick = ({ target }: Event) => {
      if (!(target instanceof Element && target.closest('button'))) return
      pressed.abort()
      resolve()
    }
    document.addEventListener('click', onClick, { signal })
  })
}
