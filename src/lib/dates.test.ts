import { expect, test } from 'vitest'
import { formatDay } from './dates'

test('a day is that of one fixed time zone', () => {
  expect(formatDay('2026-11-12T00:30:00+02:00')).toBe('11 November 2026')
  expect(formatDay('2026-01-31T23:59:59.999Z')).toBe('31 January 2026')
  expect(formatDay('2024-02-29T12:00:00.123456+00:00')).toBe('29 February 2024')
})

test('every month has its name', () => {
  const named = Array.from({ length: 12 }, (_, month) =>
    formatDay(new Date(Date.UTC(2026, month, 1)).toISOString()),
  )
  const intl = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  expect(named).toEqual(named.map((_, month) => intl.format(Date.UTC(2026, month, 1))))
})
