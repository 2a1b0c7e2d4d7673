import { keep, readKept } from './kept'

const RELOADED = 'reloaded'
const wasReloaded = () =>
  readKept(RELOADED, (address) => address === location.href, 'sessionStorage') ?? false

/**
 * For missing code: reloads the page, because a new version has other files. Once for each address: whatever else is wrong
 * would go on for ever.
 */
export async function reloadOnce(): Promise<void> {
  if (!wasReloaded()) await reloadIfAnswered(wasReloaded)
}

/**
 * Reloads the page if the server answers: otherwise the browser's own error page would replace it. `isNoted`: whether
 * it was noted that the page is reloaded, which a browser that keeps nothing cannot.
 */
export async function reloadIfAnswered(isNoted = () => true): Promise<void> {
  try {
    await fetch('/healthz', { cache: 'no-store' })
  } catch {
    return
  }
  keep(RELOADED, location.href, 'sessionStorage')
  if (isNoted()) location.reload()
}
