import { describe, expect, it } from 'vitest'
import { readRestRequest } from './rest-address.ts'
import { dependenciesOf } from './rest-dependencies.ts'
import type { SchemaPicture } from './schema-picture.ts'

const A = '11111111-1111-4111-8111-111111111111'
const B = '22222222-2222-4222-8222-222222222222'
const OTHERS = ['categories', 'tool_categories', 'profiles']
const picture: SchemaPicture = {
  tables: new Set([...OTHERS, 'tools', 'tool_upvotes', 'entangled']),
  entangled: new Set(),
  timely: new Set(),
  functions: new Set(['anything_else', 'search_catalogue']),
}

function reads(path: string, rows: unknown = [], schema = picture): string[] {
  const read = readRestRequest(
    { method: 'GET', url: `/rest/v1/${path}`, header: (name) => (name === 'apikey' ? 'key' : null) },
    'key',
  )
  if (!read) throw new Error('memory does not serve this')
  return [...dependenciesOf(read, Buffer.from(JSON.stringify(rows)), schema)].sort()
}

describe('an answer depends', () => {
  it.each([
    [
      'on the tools it shows, when it shows their counts',
      'tools?select=id,upvote_count',
      ['tools/', `tools#${A}`],
    ],
    ['so also with all columns', 'tools?order=name', ['tools/', `tools#${A}`]],
    ['on no count, when it shows none', 'tools?select=name', ['tools/']],
    ['on every tool, when it is ordered by counts', 'tools?select=id&order=upvote_count.desc', ['tools']],
    ['on every tool, when it is filtered by counts', 'tools?select=id&upvote_count=gt.3', ['tools']],
    ['so also within or', 'tools?select=id&or=(upvote_count.gt.3,id.is.null)', ['tools']],
    ['on every tool, when it names none', 'tools?select=upvote_count', ['tools']],
    ['so also when something else is called id', 'tools?select=id:name,upvote_count', ['tools']],
    ['so also when the count has another name', 'tools?select=id,n:upvote_count', ['tools']],
    [
      'on the recommendations of one tool',
      `tool_upvotes?tool_id=eq.${A}`,
      ['tool_upvotes/', `tool_upvotes#${A}`],
    ],
    [
      'on all recommendations, when two tools are named',
      `tool_upvotes?tool_id=eq.${A}&tool_id=eq.${B}`,
      ['tool_upvotes'],
    ],
    ['so also for other comparisons', `tool_upvotes?tool_id=neq.${A}`, ['tool_upvotes']],
    ['on anything, for a table that is none', 'nothing', ['*']],
    ['on anything, for a function', 'rpc/anything_else', ['*']],
    [
      'on the catalogue, for its search',
      'rpc/search_catalogue?query=a',
      ['categories', 'tool_categories', 'tools/'],
    ],
    [
      'on the tools of a list, newest first',
      'rpc/list_tools?sort=newest&category_ids={}&skip=15&max_results=15',
      ['categories', 'tool_categories', 'tools/', `tools#${A}`],
    ],
    ['on anything, for a list in another order', 'rpc/list_tools?sort=top', ['*']],
    ['so also filtered by counts', 'rpc/list_tools?sort=newest&upvote_count=gt.3', ['*']],
    ['on anything, when brackets cannot be told apart', 'tools?select=id,((name))', ['*']],
  ])('%s', (_what, path, dependencies) => {
    expect(reads(path, [{ id: A, upvote_count: 1 }])).toEqual(dependencies.toSorted())
  })

  it('on every table that may link what is embedded', () => {
    expect(reads('categories?select=*,tools(name)')).toEqual([...picture.tables].sort())
    const home = reads('tools?select=id,upvote_count,categories(id,name)', [{ id: A }])
    expect(home).toEqual([...OTHERS, 'entangled', 'tools/', `tools#${A}`].sort())
    const written = reads(`tool_upvotes?select=id,profiles(username)&tool_id=eq.${A}`)
    expect(written).toEqual([...OTHERS, 'entangled', 'tool_upvotes/', `tool_upvotes#${A}`].sort())
  })

  it('on anything, when a policy looks elsewhere', () => {
    const entangled = { ...picture, entangled: new Set(['entangled']) }
    expect(reads('entangled', [], entangled)).toEqual(['*'])
    expect(reads('tools?select=id,categories(id)', [], entangled)).toEqual(['*'])
    expect(reads('profiles', [], entangled)).toEqual(['profiles'])
  })
})

describe('memory serves', () => {
  const request = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    readRestRequest(
      { method, url: `/rest/v1/${path}`, header: (name) => ({ apikey: 'key', ...headers })[name] },
      'key',
    )

  it('addresses that mean the same under one key', () => {
    const keys = [
      'tools?select=id&order=name',
      'tools?order=name&select=id',
      'tools?order=name&select=id&apikey=key',
    ]
    expect(new Set(keys.map((path) => request(path)?.key)).size).toBe(1)
    expect(request('tools', { prefer: 'count=exact' })?.key).not.toBe(request('tools')?.key)
    expect(request('tools', { range: '0-4' })?.key).not.toBe(request('tools')?.key)
    expect(request('tools', { accept: 'application/vnd.pgrst.object+json' })?.key).not.toBe(
      request('tools')?.key,
    )
  })

  it.each([
    ['a person', 'tools', { authorization: 'Bearer eyJ.a.b' }],
    ['the secret key', 'tools', { apikey: 'sb_secret_x' }],
    ['the secret key in the address', 'tools?apikey=sb_secret_x', {}],
    ['basic authorization', 'tools', { authorization: 'Basic a2V5' }],
    ['a cookie', 'tools', { cookie: 'a=b' }],
    ['another schema', 'tools', { 'accept-profile': 'private' }],
    ['another form', 'tools', { accept: 'text/csv' }],
    ['an odd wish', 'tools', { prefer: 'tx=rollback' }],
    ['an odd path', 'tools/../profiles/x', {}],
  ])('nothing for %s', (_who, path, headers: Record<string, string>) => {
    expect(request(path, headers)).toBeUndefined()
  })

  it('no writes', () => {
    for (const method of ['POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'])
      expect(request('tools', {}, method)).toBeUndefined()
  })
})
