import { lazyPart } from '~/components/lazy-part'

/** Parts of lists that most lists do not have. The server has them at once. */

const loadFacts = () => import('./card-facts').then((part) => part.CardFacts)
export const CardFacts = lazyPart(loadFacts, import.meta.env.SSR ? await loadFacts() : undefined)

/** With the first filter. */
const loadUnknown = () => import('./unknown-facts').then((part) => part.UnknownFacts)
export const UnknownFacts = lazyPart(loadUnknown, import.meta.env.SSR ? await loadUnknown() : undefined)

/** Most weeks of a young directory have none. */
const loadWeek = () => import('./week').then((part) => part.Week)
export const Week = lazyPart(loadWeek, import.meta.env.SSR ? await loadWeek() : undefined)
