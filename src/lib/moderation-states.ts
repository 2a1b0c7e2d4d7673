/** What a moderator can decide about a recommendation that stays: `private.decided_states` in SQL. */
export const DECIDED_STATES = ['approved', 'rejected'] as const

const TAKEN_DOWN: readonly unknown[] = ['rejected'] satisfies (typeof DECIDED_STATES)[number][]

/** Whether a state hides the recommendation and takes it out of every count: `private.takes_down` in SQL. */
export const takesDown = (state: unknown): boolean => TAKEN_DOWN.includes(state)
