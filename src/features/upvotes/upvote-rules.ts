/** Recommendations on a page of a tool's list. */
export const RECOMMENDATIONS_PAGE = 15

/** What is said when an upvote fails and there is nothing better to say (section 8). */
export const UPVOTE_FAILED = 'Failed to upvote. Please try again later.'
