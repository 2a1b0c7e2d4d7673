import type { Act } from '#shared/numbers.ts'

/** Tells our own server of an act, to be counted; nothing depends on it. The code is loaded with the first one. */
export function tell(act: Act): void {
  import('./counting').then(
    ({ send }) => send(act),
    () => undefined,
  )
}
