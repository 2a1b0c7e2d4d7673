import { day, month as inMonth, months } from '#messages/dates.js'

/** '12 November 2026', of an ISO timestamp. In one time zone, so that the server and every browser write the same day.
 * Without Intl: a formatter takes longer to make than the page that shows its first date takes to draw. */
export function formatDay(iso: string): string {
  const date = new Date(iso)
  return day({ day: date.getUTCDate(), month: months[date.getUTCMonth()] ?? '', year: date.getUTCFullYear() })
}

/** 'November 2026', of an ISO date. */
export function formatMonth(iso: string): string {
  const date = new Date(iso)
  return inMonth({ month: months[date.getUTCMonth()] ?? '', year: date.getUTCFullYear() })
}

/** A timestamp for the `datetime` of a <time>: at most three fractional digits, where the database writes six. */
export const toMachineTime = (iso: string): string => new Date(iso).toISOString()
