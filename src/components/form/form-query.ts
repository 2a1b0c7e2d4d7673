/** PostgreSQL's code for a text that is none of the column's type: an address somebody typed. */
export const NO_UUID = '22P02'

/**
 * What the forms open with is read when a form opens and not again below what is being typed: a save finds out by itself
 * whether it has changed.
 */
export const READ_ONCE = { staleTime: 'static', gcTime: 0 } as const
