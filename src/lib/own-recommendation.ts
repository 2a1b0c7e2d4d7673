/** The id, and hash, of the person's own recommendation on a tool's page. */
export const OWN_RECOMMENDATION = 'your-recommendation'
