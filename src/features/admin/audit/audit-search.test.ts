import { expect, it } from 'vitest'
import { readAuditSearch } from './audit-search'

const ID = '0b9e8f3a-1c2d-4e5f-8a9b-0c1d2e3f4a5b'

it('keeps known values and omits everything else', () => {
  const whole = { search: 'ann', kind: 'tools', by: ID, from: '2026-02-28', to: '2026-03-01', import: ID }
  expect(readAuditSearch({ ...whole, other: 'x' })).toEqual(whole)
})

it.each([
  { search: '   ' },
  { kind: 'users' },
  { kind: 'toString' },
  { by: 'ann' },
  { by: [ID, ID] },
  { from: '2026-02-30' },
  { from: 'yesterday' },
  { to: '2026-13-01' },
  { import: '1' },
])('counts %j as not given', (odd) => {
  expect(Object.values(readAuditSearch(odd)).filter((value) => value !== undefined)).toEqual([])
})
