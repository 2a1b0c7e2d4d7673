import { describe, expect, it } from 'vitest'
import type { FlaggedCard, FlaggedPage } from './flagged-data'
import { insertArrived } from './insert-arrived'

const card = (id: string, second: string): FlaggedCard => ({
  id,
  version: 1,
  state: 'pending',
  activity_at: `2026-11-21T10:00:${second}+00:00`,
  reason: 'Good',
  created_at: '2026-11-21T09:00:00+00:00',
  visible: false,
  writer: 'ann',
  tool_name: 'Whisper',
  tool_slug: 'whisper',
  report_count: 1,
  reports: [],
  decision: null,
  appeal: null,
  for_another: null,
})
const page = (...cards: FlaggedCard[]): FlaggedPage => ({
  cards,
  counts: { pending: 0, approved: 0, rejected: 0, all: 0 },
  next: null,
})
const ids = (pages: FlaggedPage[]) => pages.map(({ cards }) => cards.map(({ id }) => id).join(''))

describe('new cards', () => {
  const read = [page(card('e', '50'), card('d', '40')), page(card('c', '30'), card('b', '20'))]

  it.each([
    ['above all', [card('y', '59.5'), card('x', '59')], ['yxed', 'cb']],
    ['between', [card('x', '45')], ['exd', 'cb']],
    ['where two pages meet', [card('x', '35')], ['ed', 'xcb']],
    ['below all', [card('x', '10')], ['ed', 'cbx']],
    ['by their id where the moment is the same', [card('x', '40')], ['exd', 'cb']],
    ['by parts of a second', [card('x', '40.000001')], ['exd', 'cb']],
    ['once', [card('d', '59')], ['ed', 'cb']],
  ])('come in %s', (_where, arrived, expected) => {
    expect(ids(insertArrived(read, arrived))).toEqual(expected)
  })

  it('are inserted into an empty list, newest first', () => {
    expect(ids(insertArrived([page()], [card('y', '2'), card('x', '1')]))).toEqual(['yx'])
  })
})
