import type { Sql } from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ImportOptions } from '../../server/product/import-export/import-catalogue.ts'
import { cloneDatabase } from '../support/clone-database.ts'
import { importValues, tool } from './imports.ts'

/** The audit log's entries about an import as a whole. */

let sql: Sql
let close: () => Promise<void>
beforeAll(async () => {
  ;({ sql, close } = await cloneDatabase())
})
afterAll(() => close?.())
beforeEach(() => sql.unsafe('delete from public.tools; delete from public.categories'))

const load = (values: unknown[], options?: ImportOptions) => importValues(sql, values, options)

describe('an import in the audit log', () => {
  const record = { source: 'command line', file: 'a.jsonl', actorId: null } as const
  const entries = () =>
    sql`select action, actor_id, before, after, import_id from public.audit_log
      where table_name = 'catalogue_imports' and row_id = (
        select row_id from public.audit_log where table_name = 'catalogue_imports' order by id desc limit 1)
      order by id`
  const count = async () => (await sql`select from public.audit_log`).length

  it('has a beginning and an end with the counts', async () => {
    await load([tool('a'), tool('b'), {}], { record, batchSize: 1 })
    expect(await entries()).toEqual([
      {
        action: 'insert',
        actor_id: null,
        before: null,
        after: { source: 'command line', file: 'a.jsonl' },
        import_id: null,
      },
      {
        action: 'update',
        actor_id: null,
        before: { source: 'command line', file: 'a.jsonl' },
        after: {
          source: 'command line',
          file: 'a.jsonl',
          complete: true,
          rows: 3,
          created: 2,
          updated: 0,
          unchanged: 0,
          rejected: 1,
          categoryRows: 0,
          newCategories: 0,
          changedCategories: 0,
        },
        import_id: null,
      },
    ])
  })

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

  it('that was interrupted records how far it came, and keeps what it wrote', async () => {
    const abort = new AbortController()
    const running = load([tool('a'), tool('b'), tool('c')], {
      record,
      batchSize: 1,
      signal: abort.signal,
      onProgress: ({ created }) => created === 2 && abort.abort(),
    })
    await expect(running).rejects.toThrow('aborted')
    expect(await sql`select slug from public.tools order by slug`).toEqual([{ slug: 'a' }, { slug: 'b' }])
    expect((await entries()).at(-1)).toMatchObject({ after: { complete: false, created: 2 } })
  })
})
