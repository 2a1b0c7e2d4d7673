/** What the API keeps to, shared by what serves it and what asks it. */

/** Rows one answer of /rest/v1 holds at most, whatever is asked for, as on a hosted project. */
export const ANSWER_ROWS = 1000
