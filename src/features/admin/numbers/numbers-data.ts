import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Db, getDb } from '~/lib/db-client'
import { dataOf } from '~/lib/errors'
import { PERSONAL } from '~/lib/session'

/** Days a page of numbers can show. */
export const PERIODS = [7, 30, 90, 365] as const
export type Period = (typeof PERIODS)[number]

/** What a URL shows; what it does not know is the default. */
export const readPeriod = ({ days }: Record<string, unknown>): Period =>
  PERIODS.find((known) => String(known) === String(days)) ?? 30

export type Numbers = Awaited<ReturnType<typeof listNumbers>>
export type Day = Numbers['days'][number]
export type Top = Numbers['tops'][number]

/** The columns of a day, in the order they are shown. */
export const MEASURES = [
  ...(['views', 'clicks', 'searches', 'found_nothing', 'sign_ups', 'recommendations', 'reports'] as const),
] as const satisfies (keyof Day)[]
export type Measure = (typeof MEASURES)[number]

/** The lists, in the order they are shown. */
export const LISTS = ['page', 'referrer', 'tool', 'click', 'search', 'nothing', 'category'] as const
export type List = (typeof LISTS)[number]

async function listNumbers(db: Db, days: Period, signal: AbortSignal) {
  const [byDay, tops] = await Promise.all([
    dataOf(db.rpc('list_daily_numbers', { days }, { get: true }), 'loadNumbers', signal),
    dataOf(db.rpc('list_top_numbers', { days }, { get: true }), 'loadNumbers', signal),
  ])
  return { days: byDay, tops }
}

export const numbersQuery = (userId: string, days: Period) =>
  queryOptions({
    queryKey: [PERSONAL, userId, 'numbers', days],
    queryFn: ({ signal }) => listNumbers(getDb(), days, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
