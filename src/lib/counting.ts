import { type Act, COUNTS_PATH } from '#shared/numbers.ts'
import { servesItsBackend } from './environment'

let last = ''

/** Sends what a visitor did without asking for another document (docs/decisions/193). The same search counts once in a row. */
export function send(act: Act): void {
  // A hosted project counts nothing.
  if (!servesItsBackend()) return
  if ('search' in act) {
    if (act.search === last) return
    last = act.search
  }
  navigator.sendBeacon(COUNTS_PATH, JSON.stringify(act))
}
