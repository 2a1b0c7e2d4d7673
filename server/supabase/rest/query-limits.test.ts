import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { refusalOf } from '../../../tests/support/rest-schema.ts'

/** The bounds of one read (docs/operations.md, "Limits"), the same for every caller. */

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i))
const terms = (count: number) => times(count, (index) => `name.eq.${index}`).join()
const ids = (count: number) => times(count, () => randomUUID()).join()
const embeds = (count: number) => times(count, (index) => `e${index}:categories(id)`).join()
const groups = (depth: number) => `${'(and'.repeat(depth)}(name.eq.a,name.eq.b)${')'.repeat(depth)}`
const patterns = (count: number) => times(count, (n) => `name.ilike.*${n}*`).join()
const numbers = (count: number) => times(count, String).join()

describe('a read is refused with a message for too many', () => {
  test.each([
    ['conditions in a group', `or=(${terms(300)})`, '50 conditions'],
    ['conditions in groups in each other', `or=(and(${terms(30)}),and(${terms(30)}))`, '50 conditions'],
    ['conditions in several groups', `or=(${terms(30)})&and=(${terms(30)})`, '50 conditions'],
    ['filters', times(60, () => 'name=neq.a').join('&'), '50 conditions'],
    ['conditions hidden in a list that is none', `or=(name.in.(a),${terms(60)})`, '50 conditions'],
    ['conditions behind a quoted bracket', `or=(name.eq.%22(%22,${terms(60)})`, '50 conditions'],
    ['conditions behind a brace', `or=(name.eq.{,${terms(60)})`, '50 conditions'],
    ['conditions in a group after a space', `or=(name.eq.a, or(${terms(60)}))`, '50 conditions'],
    ['groups', `or=${groups(4)}`, '3 groups'],
    ['embedded tables', `select=id,${embeds(200)}`, '8 tables'],
    ['empty embedded tables', `select=id,${embeds(20).replaceAll('(id)', '()')}`, '8 tables'],
    [
      'embedded tables in each other',
      'select=categories(tools(categories(tools(id))))',
      '3 tables in each other',
    ],
    ['columns', `select=${times(101, (index) => `a${index}:id`).join()}`, '100 columns'],
    ['columns of a body', `columns=${times(101, (index) => `a${index}`).join()}`, '100 columns'],
    ['times of a column', `select=${times(4, (index) => `a${index}:short_description`).join()}`, '3 times'],
    ['times of all columns', 'select=*,*,*,*', '3 times'],
    ['times of an embedded column', 'select=categories(*,*,*,*)', '3 times'],
    ['elements of a list', `name=in.(${numbers(1001)})`, '1000 elements'],
    ['elements of a list after a space', `name=in.%20(${numbers(1001)})`, '1000 elements'],
    [
      'elements of lists in a group',
      `or=(name.in.(${numbers(600)}),name.in.(${numbers(600)}))`,
      '1000 elements',
    ],
    ['orders', `order=${times(11, () => 'name').join()}`, '10 columns'],
    ['rows skipped', 'offset=100001', 'larger than 100000'],
    ['embedded rows skipped', 'select=id,categories(id)&categories.offset=100001', 'larger than 100000'],
    ['characters of a text', `name=eq.${'x'.repeat(2050)}`, '2048 characters'],
    ['characters of a text in a group', `or=(name.eq.${'x'.repeat(2050)},id.is.null)`, '2048 characters'],
    ['characters of a pattern', `name=ilike.*${'x'.repeat(250)}*`, '200 characters'],
    ['patterns', `or=(${patterns(21)})`, '20 patterns'],
    ['patterns behind a brace', `or=(name.eq.{,${patterns(21)})`, '20 patterns'],
    ['patterns in a list', `name=ilike(any).{${numbers(21)}}`, '20 patterns'],
    ['characters of a pattern that must not match', `name=not.match.${'x'.repeat(250)}`, '200 characters'],
    [
      'characters of the address',
      `name=in.(${times(400, () => 'x'.repeat(130)).join()})`,
      '48000 characters',
    ],
  ])('%s', async (_, query, bound) => {
    const refusal = { status: 400, code: 'PGRST100', details: null, hint: null }
    const message = expect.stringContaining(bound)
    expect(await refusalOf(`tools?${query}`)).toMatchObject({ ...refusal, message })
    const change = { method: 'PATCH', body: '{}' }
    if (!query.includes('offset'))
      expect(await refusalOf(`tools?${query}`, change, 'authenticated')).toMatchObject({
        ...refusal,
        message,
      })
  })

  test('rows skipped by a header', async () => {
    const init = { headers: { range: '100001-100010' } }
    expect((await refusalOf('tools', init))?.message).toContain('larger than 100000')
  })

  test.each([
    ['sort', 'x'.repeat(2050), '2048 characters'],
    ['category_ids', `{${times(1001, () => '').join()}}`, '1000 elements'],
  ])('characters or elements of the argument %s, by GET and by POST', async (name, value, bound) => {
    expect((await refusalOf(`rpc/list_tools?${name}=${value}`))?.message).toContain(bound)
    const init = { method: 'POST', body: JSON.stringify({ [name]: value }) }
    expect((await refusalOf('rpc/list_tools', init))?.message).toContain(bound)
  })
})

test.each([
  ['by the ids of as many tools as a response has', `select=id,name&id=in.(${ids(1000)})`],
  ['by the ids of many tools in a group', `or=(id.in.(${ids(300)}),name.eq.a)`],
  ['with as many conditions as there may be', `or=(${terms(49)})&name=eq.1`],
  ['with groups in each other', `or=${groups(2)}`],
  ['with embedded tables', 'select=id,categories(id,name),tool_categories(category_id,categories(name))'],
  ['with a text that has commas and parentheses', 'short_description=eq.Does this, (that), and more'],
  ['with quotation marks', 'name=in.("a, (b)","c")'],
  ['with one text that looks like conditions', `or=(name.eq."${terms(60)}")`],
  ['far down a list', 'offset=5000&limit=15&order=name.desc,id.desc'],
])('a read %s is answered', async (_, query) => {
  expect(await refusalOf(`tools?${query}`)).toBeUndefined()
})
