// Not Intl's: a formatter takes longer to make than the page that shows its first date takes to draw.
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** '12 November 2026', of an ISO timestamp. In one time zone, so that the server and every browser write the same day. */
export function formatDay(iso: string): string {
  const date = new Date(iso)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

/** What the `datetime` of a <time> may hold: at most three digits of a second, where the database writes six. */
export const toMachineTime = (iso: string): string => new Date(iso).toISOString()
