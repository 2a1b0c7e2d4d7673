/** PostgreSQL's code for a value of the wrong type, such as an invalid id in the URL. */
export const NO_UUID = '22P02'

/**
 * A form's data is read once when it opens and not refetched while somebody types: saving detects changes by itself.
 */
export const READ_ONCE = { staleTime: 'static', gcTime: 0 } as const
