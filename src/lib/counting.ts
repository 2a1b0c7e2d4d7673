import { type Act, COUNTS_PATH } from '#shared/numbers.ts'
import { servesItsBackend } from './environment'

/**
 * Tells our own server what a visitor does without asking it for another document, to be counted (docs/decisions/193). Always
 * imported when it is needed: no first load has it.
 */
export function tell(act: Act): void {
  // A hosted project counts nothing.
  if (servesItsBackend()) navigator.sendBeacon(COUNTS_PATH, JSON.stringify(act))
}

let last = ''

/** A search with its results known; once, however often its page is rendered. */
export function tellSearch(search: string, found: boolean): void {
  if (search === last) return
  last = search
  tell({ search, found })
}
