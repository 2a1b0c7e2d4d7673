import { QueryClientContext } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { afterPaint } from './after-paint'
import type { Queries } from './queries'

/** Somebody is here who may go on to something the page does not hold. */
const SIGNS_OF_LIFE = ['pointermove', 'pointerdown', 'touchstart', 'keydown']

/** Gives the hooks of the query library their cache, once it is here, and has it come ahead of the first press. */
export function QueriesProvider({ queries, children }: { queries: Queries; children: ReactNode }) {
  const client = useSyncExternalStore(queries.subscribe, queries.engine, queries.engine)?.client

  useEffect(() => {
    // After the picture: where the sign is a press, its answer comes first.
    const start = async () => {
      await afterPaint()
      queries.load().catch(() => undefined)
    }
    for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, start, { passive: true, once: true })
    return () => {
      for (const sign of SIGNS_OF_LIFE) window.removeEventListener(sign, start)
    }
  }, [queries])

  return <QueryClientContext value={client}>{children}</QueryClientContext>
}

/** What is read for the pages of this tab. */
export function useQueries(): Queries {
  return useRouter().options.context.queries
}
