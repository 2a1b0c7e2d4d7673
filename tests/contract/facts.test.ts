import { describe, expect, test } from 'vitest'
import { PLATFORMS, PRICINGS } from '#shared/facts.ts'
import type { Json } from '../../src/database.types.ts'
import { administrator } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addTool } from './rows.ts'

/** The facts of a tool: what the database accepts, and how saving changes them. */

const server = await testServer()
const admin = await administrator(server)

const NONE = {
  pricing: null,
  open_source: null,
  license: null,
  repository_url: null,
  platforms: [],
  long_description: null,
}
const ALL = {
  pricing: 'freemium',
  open_source: true,
  license: 'Apache-2.0',
  repository_url: 'https://code.example/tool',
  platforms: ['web', 'ios', 'self-hosted'],
  long_description: '# More\n\nIt does *more*.',
}

const FACTS = 'pricing, open_source, license, repository_url, platforms, long_description' as const
const factsOf = async (id: string | null) =>
  (
    await admin.client
      .from('tools')
      .select(FACTS)
      .eq('id', id ?? '')
      .single()
  ).data

describe('a fact', () => {
  /** The stored value, or the error code of the refusal. */
  async function keep(fact: Partial<typeof ALL>): Promise<unknown> {
    const tool = await addTool(server.sql)
    const { error } = await admin.client.from('tools').update(fact).eq('id', tool.id)
    if (error) return error.code
    const kept = await factsOf(tool.id)
    return Object.entries(kept ?? {}).find(([name]) => name in fact)?.[1]
  }

  test.each([
    ['each pricing', { pricing: 'contact-sales' }, 'contact-sales'],
    ['no pricing', { pricing: ' ' }, null],
    ['another pricing', { pricing: 'cheap' }, '23514'],
    ['platforms in another order, twice', { platforms: ['api', 'web', 'api'] }, ['web', 'api']],
    ['every platform', { platforms: PLATFORMS.toReversed() }, [...PLATFORMS]],
    ['another platform', { platforms: ['web', 'amiga'] }, '23514'],
    ['a license in white space', { license: ' MIT\n' }, 'MIT'],
    ['an empty license', { license: '' }, null],
    ['a long license', { license: '😀'.repeat(101) }, '23514'],
    ['a license that hides something', { license: 'MIT\u202e' }, '23514'],
    ['a repository', { repository_url: ' https://code.example/a?b#c ' }, 'https://code.example/a?b#c'],
    ['a script as a repository', { repository_url: 'javascript:alert(1)' }, '23514'],
    ['a description of 10,000 characters', { long_description: '😀'.repeat(10_000) }, '😀'.repeat(10_000)],
    ['a longer one', { long_description: 'x'.repeat(10_001) }, '23514'],
    ['one with lines', { long_description: 'a\n\n\tb' }, 'a\n\n\tb'],
    ['one that hides something', { long_description: 'a\u202eb' }, '23514'],
  ])('%s', async (_, fact, kept) => {
    expect(await keep(fact)).toEqual(kept)
  })

  test('the database accepts every pricing of the form', async () => {
    for (const pricing of PRICINGS) expect(await keep({ pricing })).toBe(pricing)
  })
})

describe('save_tool', () => {
  const valid = { name: 'Saved', short_description: 'Text', website_url: 'https://example.org' }
  const save = async (facts: Json | undefined, tool_id: string | null, slug: string) => {
    const { data, error } = await admin.client.rpc('save_tool', { ...valid, slug, tool_id, facts })
    if (error) throw new Error(error.message)
    return factsOf(data)
  }

  test('sets the facts it is given and leaves the others', async () => {
    const tool = await addTool(server.sql)
    expect(await save(ALL, tool.id, tool.slug)).toEqual(ALL)
    expect(await save(undefined, tool.id, tool.slug)).toEqual(ALL)
    expect(await save(null, tool.id, tool.slug)).toEqual(ALL)
    expect(await save({ license: 'MIT', open_source: null }, tool.id, tool.slug)).toEqual({
      ...{ ...ALL, license: 'MIT', open_source: null },
    })
    expect(await save({ ...NONE, platforms: null }, tool.id, tool.slug)).toEqual(NONE)
  })

  test('creates a tool with facts, or without', async () => {
    expect(await save(ALL, null, 'with-facts')).toEqual(ALL)
    expect(await save(undefined, null, 'without-facts')).toEqual(NONE)
    expect(await save(null, null, 'null-facts')).toEqual(NONE)
  })

  test('logs a change of facts alone', async () => {
    const tool = await addTool(server.sql)
    await admin.client.from('tools').update({ pricing: 'paid' }).eq('id', tool.id)
    const { data } = await admin.client.from('audit_log').select('before, after').eq('row_id', tool.id)
    expect(data).toMatchObject([{ before: { pricing: null }, after: { pricing: 'paid' } }])
  })
})
