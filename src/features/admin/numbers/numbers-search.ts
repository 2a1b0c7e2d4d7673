/** Days a page of numbers can show. */
export const PERIODS = [7, 30, 90, 365] as const
export type Period = (typeof PERIODS)[number]

/** What a URL shows; what it does not know is the default. */
export const readPeriod = ({ days }: Record<string, unknown>): Period =>
  PERIODS.find((known) => String(known) === String(days)) ?? 30
