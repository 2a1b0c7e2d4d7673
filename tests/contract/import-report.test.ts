import { beforeEach, describe, expect, it } from 'vitest'
import { type ImportOptions, KEPT_REJECTIONS } from '../../server/product/import-export/import-options.ts'
import { tool } from '../support/catalogue-lines.ts'
import { testDatabase } from '../support/test-file.ts'
import { importValues } from './imports.ts'

/** What is told of an import: its invalid rows, which must not affect the others, and its entries in the audit log. */

const { sql } = await testDatabase()
beforeEach(() => sql.unsafe('delete from public.tools; delete from public.categories'))

const load = (values: unknown[], options?: ImportOptions) => importValues(sql, values, options)

describe('a bad row', () => {
  it('is rejected with its line, and the others are written', async () => {
    const report = await load([
      tool('a'),
      { slug: 'x' },
      tool('b'),
      tool('c', { website_url: 'javascript:alert(1)' }),
    ])
    expect(report).toMatchObject({ rows: 4, created: 2, rejected: 2 })
    expect(report.rejections).toEqual([
      {
        line: 2,
        reason: 'Name is required; Description is required; Must be a valid URL',
        reasons: [
          { code: 'required', values: { column: 'name', name: 'Name' } },
          { code: 'required', values: { column: 'short_description', name: 'Description' } },
          { code: 'invalidUrl' },
        ],
      },
      { line: 4, reason: 'Must be a valid URL', reasons: [{ code: 'invalidUrl' }] },
    ])
  })

  it('that only the database refuses does not affect its batch', async () => {
    await sql`alter table public.tools add constraint not_this_one check (name <> 'Refused')`
    try {
      const report = await load([
        tool('a', { categories: ['X'] }),
        tool('b', { name: 'Refused', categories: ['Only here'] }),
        tool('d', { categories: ['X'] }),
        tool('c'),
        tool('c'),
        tool('c', { name: 'Other' }),
      ])
      expect(report).toMatchObject({ rows: 6, created: 3, unchanged: 1, rejected: 2, newCategories: 1 })
      expect(report.rejections).toEqual([
        {
          line: 2,
          reason: expect.stringMatching(/^The database refused this row: .*not_this_one/),
          reasons: [{ code: 'refused', values: { message: expect.stringContaining('not_this_one') } }],
        },
        {
          line: 6,
          reason: 'Line 4 already uses "c" with different values',
          reasons: [{ code: 'claimed', values: { line: '4', slug: 'c' } }],
        },
      ])
      const written = await sql`select slug from public.tools order by created_at desc`
      expect(written.map(({ slug }) => slug)).toEqual(['a', 'd', 'c'])
      expect(await sql`select slug from public.categories`).toEqual([{ slug: 'x' }])
    } finally {
      await sql`alter table public.tools drop constraint not_this_one`
    }
  })

  it('is one that repeats a slug with other values, also in another batch', async () => {
    const values = [tool('a'), tool('b'), tool('a'), tool('a', { name: 'Other' })]
    for (const batchSize of [1, 2, 10]) {
      await sql`delete from public.tools`
      const report = await load(values, { batchSize })
      expect(report).toMatchObject({ created: 2, unchanged: 1, rejected: 1 })
      expect(report.rejections).toEqual([
        {
          line: 4,
          reason: 'Line 1 already uses "a" with different values',
          reasons: [{ code: 'claimed', values: { line: '1', slug: 'a' } }],
        },
      ])
    }
  })

  it('is reported for any number, in order, while the report keeps the first ones', async () => {
    const values = Array.from({ length: KEPT_REJECTIONS + 20 }, (_, index) => (index === 30 ? tool('a') : {}))
    const told: number[] = []
    const report = await load(values, { batchSize: 7, onRejected: ({ line }) => told.push(line) })
    expect(told).toEqual(values.flatMap((_, index) => (index === 30 ? [] : [index + 1])))
    expect(report.rejections.map(({ line }) => line)).toEqual(told.slice(0, KEPT_REJECTIONS))
    expect(report).toMatchObject({ rows: values.length, created: 1, rejected: values.length - 1 })
  })
})

describe('an import in the audit log', () => {
  const record = { source: 'command line', file: 'a.jsonl', actorId: null } as const
  const count = async () => (await sql`select from public.audit_log`).length

  it('has no entry when nothing changed, in a dry run, or when it failed before its first change', async () => {
    await load([tool('a')])
    const before = await count()
    await load([tool('a'), {}], { record })
    await load([tool('b')], { record, dryRun: true })
    const refused = load([tool('b')], {
      record,
      authorise: async () => {
        throw new Error('not any more')
      },
    })
    await expect(refused).rejects.toThrow('not any more')
    expect(await count()).toBe(before)
  })

  it('that was interrupted has none, and nothing of it is kept', async () => {
    const abort = new AbortController()
    const before = await count()
    const running = load([tool('a'), tool('b'), tool('c')], {
      record,
      batchSize: 1,
      signal: abort.signal,
      onProgress: ({ created }) => created === 2 && abort.abort(),
    })
    await expect(running).rejects.toThrow('aborted')
    expect(await sql`select slug from public.tools`).toEqual([])
    expect(await count()).toBe(before)
  })
})
