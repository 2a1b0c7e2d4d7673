import { expect, test } from 'vitest'
import type { Json } from '../../src/database.types.ts'
import { administrator, member, post } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'

/** A document's texts are texts: a number, a boolean, a list or an object is refused in words that name the field. */

const server = await testServer({ RATE_LIMITS: 'off' })
const admin = await administrator(server)

const NO_TEXT: [Json, string][] = [
  [5, 'a number'],
  [true, 'a boolean'],
  [['MIT'], 'a list'],
  [{ a: 1 }, 'an object'],
]

/** Functions that take a document, with the table of its columns. */
const TAKERS: Record<string, { table: string; send: (document: Json) => object }> = {
  save_tool: {
    table: 'public.tools',
    send: (facts) => ({
      ...{ name: 'Text', slug: 'text', short_description: 'Text', website_url: 'https://example.org' },
      facts,
    }),
  },
  save_contribution: {
    table: 'public.tools',
    send: (proposed) => ({ kind: 'submission', proposed }),
  },
  save_site_settings: {
    table: 'private.site_fields',
    send: (settings) => ({ settings, expected_version: 0 }),
  },
}

/** The columns of texts and dates, and of lists of texts, that a client may write. */
const columnsOf = (table: string) => server.sql<{ name: string; isList: boolean }[]>`
  select attname as name, typcategory = 'A' as "isList" from pg_attribute a join pg_type t on t.oid = a.atttypid
  where attrelid = ${table}::regclass and attnum > 0 and typcategory in ('S', 'D', 'A')
    and attname not in ('created_at', 'updated_at') order by attnum`

test.each(Object.entries(TAKERS))('%s refuses them', async (name, { table, send }) => {
  const ask = async (document: Json) => {
    const response = await post(server, `/rest/v1/rpc/${name}`, send(document), admin.accessToken)
    return { status: response.status, answer: await response.json() }
  }
  const columns = await columnsOf(table)
  expect(columns.length).toBeGreaterThan(4)
  const wrongly = (message: string) => ({ status: 400, answer: { code: '22023', message } })
  for (const { name: column, isList } of columns)
    for (const [value, kind] of NO_TEXT) {
      const needed = isList ? 'a list of texts' : 'a text'
      if (!isList || !Array.isArray(value))
        expect(await ask({ [column]: value })).toMatchObject(
          wrongly(`${column} must be ${needed}, not ${kind}`),
        )
      if (isList)
        expect(await ask({ [column]: ['web', value] })).toMatchObject(
          wrongly(`${column} must be ${needed}, not ${kind}`),
        )
    }
  for (const document of [5, 'text', true, []]) expect((await ask(document)).answer.code).toBe('22023')
  expect(await server.sql`select from public.tools`).toHaveLength(0)
  expect(await server.sql`select from public.site_settings`).toHaveLength(0)
})

test('every function that takes a document is among them', async () => {
  const functions = await server.sql<{ name: string }[]>`
    select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and 'jsonb'::regtype = any (proargtypes::oid[]) order by 1`
  // They have ids, numbers and known words; what an editor changes is checked as what a member sends in.
  // links-mended.test has the addresses, icons-decided.test those of logos.
  const OTHERS = [
    ...[
      'decide_contributions',
      'decide_icons',
      'decide_several',
      'replace_addresses',
      'save_my_notice_mails',
    ],
  ]
  expect(functions.map(({ name }) => name)).toEqual([...Object.keys(TAKERS), ...OTHERS].sort())
})

test.each(['full_name', 'username'])('a sign-up refuses them as its %s', async (field) => {
  for (const [value] of NO_TEXT) {
    const body = {
      email: 'new@example.org',
      password: 'correct horse',
      data: { ...{ full_name: 'A Name', username: 'a-name' }, [field]: value },
    }
    const response = await post(server, '/auth/v1/signup', body)
    const { msg } = await response.json()
    expect([response.status, msg]).toEqual([
      expect.toSatisfy((status: number) => status >= 400 && status < 500),
      `${field} must be text`,
    ])
  }
  expect(await server.sql`select from auth.pending_sign_ups`).toHaveLength(0)
})

test('facts that are texts, lists of texts or nothing are kept', async () => {
  const facts = { license: 'MIT', platforms: ['web'], open_source: true, pricing: null }
  const { error } = await admin.client.rpc('save_tool', {
    ...{ name: 'Kept', slug: 'kept', short_description: 'Text', website_url: 'https://example.org' },
    facts,
  })
  expect(error).toBeNull()
  expect(
    (await (await member(server)).client.from('tools').select('*').eq('slug', 'kept').single()).data,
  ).toMatchObject(facts)
})
