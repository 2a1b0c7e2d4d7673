import { CONTRIBUTION_KINDS, CONTRIBUTION_STATES, type ContributionFilter } from './contributions-data'

/** The filter in a URL; what it does not know is the default. */
export const readFilter = ({ status, kind }: Record<string, unknown>): ContributionFilter => ({
  status: CONTRIBUTION_STATES.find((known) => known === status) ?? 'waiting',
  kind: CONTRIBUTION_KINDS.find((known) => known === kind) ?? 'all',
})
