import { useEffect, useState } from 'react'

let idle: Promise<void> | undefined

/**
 * Resolves once the browser has had nothing to do since this was first called, a second later at the latest: React has then
 * hydrated all of the page, and the router may replace what it shows (https://github.com/TanStack/router/issues/8306).
 */
export const afterHydration = (): Promise<void> =>
  (idle ??= new Promise((resolve) => {
    // Safari has no such callback.
    if (!window.requestIdleCallback?.(() => resolve(), { timeout: 1000 })) setTimeout(resolve)
  }))

/** For a part whose code is not there yet: while one is awaited, React hydrates the rest a third of a second later. */
export function useAfterHydration(): boolean {
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => void afterHydration().then(() => setHydrated(true)), [])
  return isHydrated
}
