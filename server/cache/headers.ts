/** How an answer may be kept by whoever receives it. */

/** To be kept by anyone who asks us each time whether it still holds: exactness is promised, so nobody may skip it. */
export const REVALIDATED: [string, string][] = [['cache-control', 'public, max-age=0, must-revalidate']]

/** Nobody's to keep: a person's, or what failed. */
export const NOT_STORED: [string, string][] = [['cache-control', 'no-store']]
