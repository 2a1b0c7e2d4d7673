import { describe, expect, test } from 'vitest'
import { administrator, member, raw } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addCategory, addFlag, addTool, addUpvote, first, type Tool } from './rows.ts'

/** A PATCH or DELETE without a filter of its own would reach the whole table: it is refused before anything is run. */

const headersOf: Record<string, () => Record<string, string>> = {
  visitor: () => ({}),
  member: () => ({ authorization: `Bearer ${writer.accessToken}` }),
  administrator: () => ({ authorization: `Bearer ${admin.accessToken}` }),
  'secret key': () => ({ apikey: server.secretKey, authorization: `Bearer ${server.secretKey}` }),
}

const server = await testServer({ RATE_LIMITS: 'off' })
const [admin, writer] = [await administrator(server), await member(server)]
const tool = await addTool(server.sql, {}, [await addCategory(server.sql)])
await addFlag(server.sql, await addUpvote(server.sql, tool, writer), admin)

/** Unfiltered, and everything beside a filter that a URL can say; a filter of an embedded table only shapes the answer. */
const QUERIES = [
  '',
  '?select=*',
  '?limit=1',
  '?order=id&limit=1&offset=0',
  '?columns=id',
  '?select=id,tools!inner(id)&tools.slug=eq.x',
]

async function ask(who: string, method: string, path: string, prefer = '') {
  const body = method === 'PATCH' ? JSON.stringify({ reason: 'x', name: 'x', id: tool.id }) : undefined
  const headers = { ...headersOf[who]?.(), prefer }
  const response = await raw(server, `/rest/v1/${path}`, { method, body, headers })
  const text = await response.text()
  return { status: response.status, answer: text === '' ? undefined : JSON.parse(text) }
}

const everything = async () => {
  const tables = await server.sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`
  const rows = await Promise.all(
    tables.map(async ({ name }) => [
      name,
      await server.sql`select * from ${server.sql(`public.${name}`)} order by 1`,
    ]),
  )
  return { names: tables.map(({ name }) => name), rows }
}

test('is refused for every table, role and way to leave the filter out', async () => {
  const { names, rows } = await everything()
  expect(names).toContain('tool_upvotes')
  for (const who of Object.keys(headersOf))
    for (const name of names)
      for (const [method, verb] of [
        ['PATCH', 'UPDATE'],
        ['DELETE', 'DELETE'],
      ] as const)
        for (const query of QUERIES) {
          if (query.includes('tools') && name !== 'tool_upvotes') continue
          const { status, answer } = await ask(who, method, name + query)
          // A visitor may write nothing anyway, which is said first.
          expect([who, method, name + query, status, answer.message]).toEqual([
            ...[who, method, name + query],
            ...(who === 'visitor'
              ? [401, `permission denied for table ${name}`]
              : [400, `${verb} requires a WHERE clause`]),
          ])
          expect(answer.code).toBe(who === 'visitor' ? '42501' : '21000')
        }
  expect((await everything()).rows).toEqual(rows)
}, 60_000)

describe('max-affected', () => {
  const strict = (most: number, more = '') => `handling=strict, max-affected=${most}${more}`
  const addTools = (count: number) => Promise.all(Array.from({ length: count }, () => addTool(server.sql)))
  const idsOf = (tools: Tool[]) => `tools?id=in.(${tools.map(({ id }) => id).join()})`

  test('lets the secret key, and nobody else, leave the filter out', async () => {
    const { length } = await server.sql`select from public.upvote_flags`
    for (const who of ['member', 'administrator'])
      expect((await ask(who, 'DELETE', 'upvote_flags', strict(10))).answer.code).toBe('21000')
    expect(await ask('secret key', 'DELETE', 'upvote_flags', strict(length - 1))).toMatchObject({
      status: 400,
      answer: { code: 'PGRST124', details: expect.stringContaining(`affects ${length} rows`) },
    })
    expect(await server.sql`select from public.upvote_flags`).toHaveLength(length)
    expect((await ask('secret key', 'DELETE', 'upvote_flags', strict(length))).status).toBe(204)
    expect(await server.sql`select from public.upvote_flags`).toHaveLength(0)
  })

  test('rolls back what affects more rows, with and without an answer', async () => {
    const tools = await addTools(3)
    for (const more of ['', ', return=representation'])
      expect((await ask('administrator', 'DELETE', idsOf(tools), strict(2, more))).answer.code).toBe(
        'PGRST124',
      )
    expect((await ask('administrator', 'DELETE', idsOf(tools), strict(3))).status).toBe(204)
  })

  test('is a thousand for everybody else, whatever they ask for', async () => {
    await server.sql`
      insert into public.tools (name, slug, short_description, website_url)
      select 'Many', 'many-' || n, 'One of many.', 'https://example.org' from generate_series(1, 1001) n`
    for (const prefer of ['', strict(5000)])
      expect(await ask('administrator', 'DELETE', 'tools?slug=like.many-*', prefer)).toMatchObject({
        status: 400,
        answer: { code: 'PGRST124', details: 'The query affects 1001 rows, more than 1000' },
      })
    expect(first(await server.sql`select count(*)::int as n from public.tools where name = 'Many'`).n).toBe(
      1001,
    )
  })

  test('is ignored without handling=strict, which refuses what is not supported', async () => {
    const [one] = await addTools(1)
    const path = `tools?id=eq.${one?.id}`
    expect(await ask('administrator', 'DELETE', path, strict(1, ', tx=rollback'))).toMatchObject({
      status: 400,
      answer: { code: 'PGRST122', details: 'Invalid preferences: tx=rollback' },
    })
    expect((await ask('administrator', 'DELETE', path, 'max-affected=0, tx=rollback')).status).toBe(204)
  })
})
