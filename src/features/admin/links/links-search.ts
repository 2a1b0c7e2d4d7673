const LINK_STATES = ['dead', 'moved', 'slow', 'refused'] as const
type LinkState = (typeof LINK_STATES)[number]
export type LinksSearch = { state: LinkState; page: number }

/** What a URL shows; what it does not know is the default. */
export const readLinksSearch = ({ state, page }: Record<string, unknown>): LinksSearch => ({
  state: LINK_STATES.find((known) => known === state) ?? 'dead',
  page: Math.min(Math.max(Math.floor(Number(page)) || 1, 1), 1_000_000),
})
