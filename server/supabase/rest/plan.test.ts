import { expect, test } from 'vitest'
import { planOf, refusalOf } from '../../../tests/support/rest-schema.ts'
import { compile } from './sql.ts'

/** What is refused before the database is asked, with the statuses of PostgREST's reference ("Errors"). */

const deep = '['.repeat(100_000) + ']'.repeat(100_000)

test.each([
  ['tools?select=""', 400, 'PGRST100'],
  ['tools?select=name,', 400, 'PGRST100'],
  ['tools?select=(name)', 400, 'PGRST100'],
  ['tools?select=name)', 400, 'PGRST100'],
  ['tools?select=categories(name', 400, 'PGRST100'],
  ['tools?select=%20', 400, 'PGRST100'],
  ['tools?select=constructor(name)', 400, 'PGRST200'],
  ['tools?select=tools(name)', 400, 'PGRST200'],
  ['tools?select=count()', 400, 'PGRST123'],
  ['tools?select=x:rolname::text from pg_roles tools union select slug', 400, 'PGRST100'],
  ['tools?select=slug::text tools', 400, 'PGRST100'],
  [`tools?select=a::a${'+'.repeat(15_000)}!`, 400, 'PGRST100'],
  ['tools?select=slug&categories.slug=eq.x', 400, 'PGRST108'],
  ['tools?name=eq.%00', 400, '22P05'],
  ['tools?order=name,', 400, 'PGRST100'],
  ['tools?order=name.up', 400, 'PGRST100'],
  ['tools?limit=-1', 416, 'PGRST103'],
  ['tools?offset=99999999999999999999', 400, 'PGRST100'],
  ['nothing', 404, 'PGRST205'],
  ['%ff', 404, 'PGRST125'],
  ['rpc/%ff', 404, 'PGRST125'],
  // Spelled so that a naive check would not recognise it as a read.
  ['rpc/list%5Ftools', 404, 'PGRST125'],
  ['a/b/c', 404, 'PGRST125'],
  ['rpc/nothing', 404, 'PGRST202'],
  ['rpc/decide?seen=1', 405, '25006'],
])('GET %.60s', async (path, status, code) => {
  expect(await refusalOf(path)).toMatchObject({ status, code })
})

test.each<[string, string, number, string]>([
  ['rpc/list_tools', '["newest"]', 400, 'PGRST102'],
  ['rpc/list_tools', '[]', 400, 'PGRST102'],
  ['rpc/list_tools', 'null', 400, 'PGRST102'],
  ['rpc/list_tools', '{', 400, 'PGRST102'],
  ['rpc/list_tools', '{"sort":{"a":1}}', 400, '22P02'],
  ['rpc/list_tools', `{"sort":${deep}}`, 400, '22P02'],
  ['rpc/list_tools', '{"category_ids":{}}', 400, '22P02'],
  ['rpc/list_tools', '{"category_ids":[[]]}', 400, '22P02'],
  ['rpc/nothing', '{"a":1}', 404, 'PGRST202'],
  ['tools', deep, 400, 'PGRST102'],
  ['tools', `{"name":${deep}}`, 400, '22P02'],
  ['tools', '[1]', 400, 'PGRST102'],
  ['tools', '"x"', 400, 'PGRST102'],
  ['tools', '', 400, 'PGRST102'],
  ['tools', '[{},{}]', 400, 'PGRST102'],
  ['tools', '[{"name":"a"},{"slug":"b"}]', 400, 'PGRST102'],
  ['tools', '{"__proto__":1}', 400, 'PGRST204'],
  ['tools', '{"name":"a\\u0000"}', 400, '22P05'],
  ['tools', '{"name":"a\\ud83d"}', 400, '22P05'],
  ['tools?columns=', '{"name":"x"}', 400, 'PGRST100'],
  ['tools', JSON.stringify(Array.from({ length: 1001 }, () => ({}))), 400, '54000'],
  ...['{"a":1}', '[]', '["x"]', '{}'].map(
    (value) => ['tools', `{"name":${value}}`, 400, '22P02'] as [string, string, number, string],
  ),
])('POST %s %.40s', async (path, body, status, code) => {
  expect(await refusalOf(path, { method: 'POST', body }, 'authenticated')).toMatchObject({ status, code })
})

test.each(['text/csv', 'application/x-www-form-urlencoded', 'text/plain'])('a body of %s', async (type) => {
  const init = { method: 'POST', body: 'name\nx', headers: { 'content-type': type } }
  for (const path of ['tools', 'rpc/list_tools'])
    expect(await refusalOf(path, init, 'authenticated')).toMatchObject({ status: 415, code: 'PGRST107' })
})

test('a text of a body is a parameter, whatever it looks like; numbers and booleans become their words', async () => {
  const row = {
    name: 'null',
    slug: 1.5,
    short_description: '{"a":1}',
    featured: true,
    platforms: ['a"b', null],
  }
  const { statement } = await planOf('tools', { method: 'POST', body: JSON.stringify(row) }, 'authenticated')
  expect(statement && compile(statement).parameters).toEqual([
    'null',
    '1.5',
    '{"a":1}',
    'true',
    '{"a\\"b",null}',
  ])
})
