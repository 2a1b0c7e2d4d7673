import { expect, it } from 'vitest'
import { describeDifferences, type Facts } from './alternatives-page'

const UNKNOWN: Facts = { pricing: null, open_source: null, license: null, platforms: [] }
const tell = (tool: Partial<Facts>, other: Partial<Facts>) =>
  describeDifferences({ ...UNKNOWN, ...tool }, { ...UNKNOWN, ...other, name: 'Otter' })

it('says what differs, in words', () => {
  const tool = {
    pricing: 'free',
    open_source: true,
    license: 'MIT',
    platforms: ['web', 'linux', 'self-hosted'],
  }
  const other = {
    pricing: 'paid',
    open_source: false,
    license: 'Own terms',
    platforms: ['web', 'ios', 'api'],
  }
  expect(tell(tool, other)).toEqual([
    'Free (Otter: paid)',
    'Open source, unlike Otter',
    'MIT (Otter: Own terms)',
    'Also on Linux and your own server',
    'Not on iOS or with an API',
  ])
  expect(tell(other, tool).slice(0, 2)).toEqual(['Paid (Otter: free)', 'Not open source, unlike Otter'])
})

it('says nothing about equal facts, or facts unknown of either tool', () => {
  const known = { pricing: 'freemium', open_source: true, license: 'MIT', platforms: ['ios', 'web'] }
  expect(tell(known, known)).toEqual([])
  expect(tell(known, {})).toEqual([])
  expect(tell({}, known)).toEqual([])
  expect(tell({ ...known, pricing: 'barter' }, known)).toEqual([])
})
