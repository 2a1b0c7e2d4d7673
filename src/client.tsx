import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { markMissingPart } from './lib/errors'
import { getRouter } from './router'

// The router's own client, not Start's: that one brings the transport of server functions, which this site has none of
// (13 kB on every first load).
const router = getRouter()

window.addEventListener('vite:preloadError', markMissingPart)

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RouterClient router={router} />
    </StrictMode>,
  )
})
