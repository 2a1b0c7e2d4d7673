import { beforeEach, describe, expect, test } from 'vitest'
import { administrator, type Person, raw, visitor } from '../support/actors.ts'
import { row } from '../support/catalogue-lines.ts'
import { testServer } from '../support/test-file.ts'
import { expectNoFailure, transferOf } from './transfer.ts'

/** The catalogue as a file over HTTP. */

let admin: Person
const server = await testServer({ LOG_LEVEL: 'info' })
// One per test, because the number of exports per person is limited.
beforeEach(async () => {
  admin = await administrator(server)
})

const { importing } = transferOf(() => ({ server, admin }))

describe('an export', () => {
  test.each(['jsonl', 'csv'])('as %s is whole, and of this moment', async (ending) => {
    await importing([row('out-a', { categories: ['Out', 'Other'] }), row('out-b')].join('\n'))
    await visitor(server).from('tools').select('id').limit(1)
    await admin.client.from('tools').update({ name: 'Changed' }).eq('slug', 'out-b')
    const response = await raw(server, `/transfer/v1/catalogue.${ending}`, {}, admin.accessToken)
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="catalogue.${ending}"`)
    expect(response.headers.get('cache-control')).toContain('no-store')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.length).toBe(Number(response.headers.get('content-length')))
    for (const part of ['out-a', 'out-b', 'Changed']) expect(bytes.toString()).toContain(part)
  })

  test('that nobody reads holds nobody up', async () => {
    const abandoned = await Promise.all(
      Array.from({ length: 6 }, () => raw(server, '/transfer/v1/catalogue.jsonl', {}, admin.accessToken)),
    )
    expect(await importing(row('beside-exports'))).toMatchObject({ type: 'done' })
    for (const response of abandoned) await response.body?.cancel()
  })

  test('whose reader hangs up stops, and leaves nothing behind', async () => {
    const path = '/transfer/v1/catalogue.jsonl'
    const reader = new AbortController()
    const atWork = () => server.sql`
      select wait_event_type from pg_stat_activity where datname = current_database()
        and application_name = 'plaudit-transfer' and state <> 'idle'`
    await server.sql.begin(async (sql) => {
      await sql`lock table public.tools`
      const exporting = raw(server, path, { signal: reader.signal }, admin.accessToken)
      await expect.poll(atWork).toEqual([{ wait_event_type: 'Lock' }])
      reader.abort()
      await expect(exporting).rejects.toThrow('aborted')
      // The server reads that the connection has ended before it answers what came after it. Released at once, the lock
      // would let a small catalogue be exported before the server knows.
      await admin.client.from('categories').select('id').limit(1).throwOnError()
    })
    await expect.poll(() => server.output()).toContain(`"path":"${path}","status":499`)
    expect(await atWork()).toEqual([])
  })
})

test('nothing of it was a failure of the server', () => expectNoFailure(server))
