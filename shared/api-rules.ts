/** Constants of the API, shared by server and clients. */

/** Maximum rows of one response of /rest/v1, as on a hosted project. */
export const ANSWER_ROWS = 1000

/** The public recommendations (section 4): never reported, or approved by a moderator. */
export const VISIBLE = 'is_flagged.eq.false,flag_status.eq.approved'
