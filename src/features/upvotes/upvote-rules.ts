/** Recommendations on a page of a tool's list. */
export const RECOMMENDATIONS_PAGE = 15

/** What is said when an upvote fails and there is nothing better to say (section 8). */
export const UPVOTE_FAILED = 'Failed to upvote. Please try again later.'

/** The id of the person's own recommendation on a tool's page: the part of the address that leads to it. */
export const OWN_RECOMMENDATION = 'your-recommendation'
