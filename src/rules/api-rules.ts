/** What the API keeps to, shared by what serves it and what asks it. */

/** Rows one answer of /rest/v1 holds at most, whatever is asked for, as on a hosted project. */
export const ANSWER_ROWS = 1000

/** The recommendations everyone may see (section 4): never reported, or approved by a moderator. */
export const VISIBLE = 'is_flagged.eq.false,flag_status.eq.approved'
