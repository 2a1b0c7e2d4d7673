// One time zone, so that the server and every browser write the same day.
const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** '12 November 2026', of an ISO timestamp. */
export function formatDay(iso: string): string {
  return DAY.format(new Date(iso))
}
