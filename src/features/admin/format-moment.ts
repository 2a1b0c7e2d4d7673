const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' })

/** '12 November 2026 at 09:41', of an ISO timestamp, by the clock of the person who reads it. */
export const formatMoment = (iso: string): string => MOMENT.format(new Date(iso))
