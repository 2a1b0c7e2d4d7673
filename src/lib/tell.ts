import type { Act } from '#shared/numbers.ts'

/**
 * Tells our own server of an act, to be counted. The code is loaded with the first one. Nothing depends on it: some browsers
 * have no beacons.
 */
export function tell(act: Act): void {
  import('./counting').then(({ send }) => send(act)).catch(() => undefined)
}
