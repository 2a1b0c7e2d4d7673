import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Db, getDb } from '~/lib/db-client'
import { assertAnswered } from '~/lib/errors'
import { PERSONAL } from '~/lib/session'
import type { Period } from './numbers-search'

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
  const [byDay, top] = await Promise.all([
    db.rpc('list_daily_numbers', { days }, { get: true }).abortSignal(signal),
    db.rpc('list_top_numbers', { days }, { get: true }).abortSignal(signal),
  ])
  assertAnswered(byDay, 'loadNumbers', signal)
  assertAnswered(top, 'loadNumbers', signal)
  return { days: byDay.data, tops: top.data }
}

export const numbersQuery = (userId: string, days: Period) =>
  queryOptions({
    queryKey: [PERSONAL, userId, 'numbers', days],
    queryFn: ({ signal }) => listNumbers(getDb(), days, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
