import type { SiteAuthClient } from './create-auth-client'
import { acceptAuthEvent } from './session-store'

let loading: Promise<SiteAuthClient> | undefined

/**
 * The one sign-in client of this tab, downloaded when first asked for. Every event it reports reaches the
 * session store. Rejects when the download fails; the next call tries again.
 */
export function loadAuthClient(): Promise<SiteAuthClient> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/** A client of its own for one errand, whose session neither this page nor another ever sees. */
export async function loadDetachedAuthClient(): Promise<SiteAuthClient> {
  const { createAuthClient } = await import('./create-auth-client')
  return createAuthClient({ keep: false })
}

async function load(): Promise<SiteAuthClient> {
  const { createAuthClient } = await import('./create-auth-client')
  const auth = createAuthClient()
  await auth.initialize()
  auth.onAuthStateChange(acceptAuthEvent)
  return auth
}
