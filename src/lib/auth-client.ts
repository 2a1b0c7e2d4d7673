import type { GoTrueClient } from '@supabase/auth-js'
import { acceptAuthEvent } from './session-store'

let loading: Promise<GoTrueClient> | undefined

/**
 * The one sign-in client of this tab, downloaded when first asked for. Every event it reports reaches the
 * session store. Rejects when the download fails; the next call tries again.
 */
export function loadAuthClient(): Promise<GoTrueClient> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/** A client of its own for one errand, whose session neither this page nor another ever sees. */
export async function loadDetachedAuthClient(): Promise<GoTrueClient> {
  const { createAuthClient } = await import('./create-auth-client')
  return createAuthClient({ keep: false })
}

async function load(): Promise<GoTrueClient> {
  const { createAuthClient } = await import('./create-auth-client')
  const auth = createAuthClient()
  await auth.initialize()
  auth.onAuthStateChange(acceptAuthEvent)
  return auth
}
