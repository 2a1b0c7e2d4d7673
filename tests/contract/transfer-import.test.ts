import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { administrator, type Person, raw } from '../support/actors.ts'
import { manyRows, row } from '../support/catalogue-lines.ts'
import { temporaryFolder, testServer } from '../support/test-file.ts'
import { eventsOf, expectNoFailure, transferOf, until } from './transfer.ts'

/** An import over HTTP: its events, what it writes, and failures on the way. */

let admin: Person
const folder = await temporaryFolder()
const server = await testServer({ DATA_DIR: folder })
// One per test, because the number of imports per person is limited.
beforeEach(async () => {
  admin = await administrator(server)
})

const { send, importing, toolsNamed } = transferOf(() => ({ server, admin }))

describe('an import', () => {
  test('tells first what it would do, field by field, and changes nothing', async () => {
    await server.sql`insert into public.categories (name, slug) values ('Previewed', 'previewed')`
    await importing([row('pre-a'), row('pre-b'), row('pre-c')].join('\n'))
    const before = await server.sql`select * from public.tools where slug like 'pre-%' order by slug`
    const [logged] = await server.sql`select count(*) from public.audit_log`
    const body = [
      row('pre-a'),
      row('pre-b', { name: 'Renamed', featured: true, categories: ['Previewed', 'Pre new'] }),
      row('pre-new'),
      row('pre-c', { website_url: 'javascript:alert(1)' }),
      'no json',
    ].join('\n')
    const events = await eventsOf(await send('preview', body))
    expect(events.at(-1)).toEqual({
      type: 'done',
      digest: createHash('sha256').update(body).digest('hex'),
      counts: {
        rows: 5,
        created: 1,
        updated: 1,
        unchanged: 1,
        rejected: 2,
        categoryRows: 0,
        newCategories: 1,
        changedCategories: 0,
      },
    })
    expect(events.flatMap((event) => event.rejections ?? [])).toEqual([
      {
        ...{ line: 4, reason: 'Must be a valid URL', reasons: [{ code: 'invalidUrl' }] },
        values: JSON.parse(row('pre-c', { website_url: 'javascript:alert(1)' })),
      },
      { line: 5, reason: 'Not valid JSON', reasons: [{ code: 'notJson' }] },
    ])
    expect(events.flatMap((event) => event.change ?? [])).toEqual([
      {
        kind: 'tool',
        line: 2,
        slug: 'pre-b',
        name: 'Renamed',
        fields: [
          { field: 'name', before: 'The pre-b', after: 'Renamed' },
          { field: 'featured', before: false, after: true },
          { field: 'categories', before: '', after: 'Previewed, Pre new' },
        ],
      },
      { kind: 'tool', line: 3, slug: 'pre-new', name: 'The pre-new' },
    ])
    expect(await server.sql`select * from public.tools where slug like 'pre-%' order by slug`).toEqual(before)
    expect(await server.sql`select from public.categories where slug = 'pre-new'`).toHaveLength(0)
    expect((await server.sql`select count(*) from public.audit_log`)[0]).toEqual(logged)
    expect(await importing(body)).toEqual(events.at(-1))
  })

  test('is in the audit log with who made it: itself in an entry, every change with its number', async () => {
    await importing(
      [row('log-a', { categories: ['Logged', 'Also logged'] }), row('log-b')].join('\n'),
      'log.jsonl',
    )
    const ended = await importing(
      [row('log-a', { name: 'Other', categories: ['Logged', 'Also logged'] }), row('log-b')].join('\n'),
      'log.jsonl',
    )
    const [entry] = await server.sql`
      select * from public.audit_log where table_name = 'catalogue_imports' order by id desc limit 1`
    expect(entry).toMatchObject({
      actor_id: admin.id,
      action: 'update',
      import_id: null,
      after: { source: 'browser', file: 'log.jsonl', complete: true, ...ended?.counts },
    })
    const changes = await server.sql`
      select actor_id, action, table_name, before ->> 'name' as before, after ->> 'name' as after
      from public.audit_log where import_id = ${entry?.row_id} order by id`
    expect(changes).toEqual([
      { actor_id: admin.id, action: 'update', table_name: 'tools', before: 'The log-a', after: 'Other' },
    ])
    expect(
      await server.sql`
      select distinct table_name from public.audit_log where import_id = (
        select row_id from public.audit_log where table_name = 'catalogue_imports' and after ->> 'file' = 'log.jsonl'
        order by id limit 1) order by 1`,
    ).toEqual([{ table_name: 'categories' }, { table_name: 'tool_categories' }, { table_name: 'tools' }])
  })

  test.each<[string, (text: string) => Uint8Array]>([
    ['UTF-16', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['Latin-1', (text) => Buffer.from(text, 'latin1')],
  ])('reads a table in %s, and tells how', async (encoding, bytesOf) => {
    const table = `Titel\tLink\tBeschreibung\r\nWürfel ${encoding}\thttps://${encoding}.example/\tRollt.\r\n`
    const events = await eventsOf(
      await send('import', new Uint8Array(bytesOf(table)), { name: 'Liste - Blatt 1.tsv' }),
    )
    expect(events[0]).toEqual({
      type: 'columns',
      origin: 'Google Sheets',
      columns: [
        { name: 'Titel', field: 'name', sample: `Würfel ${encoding}` },
        { name: 'Link', field: 'website_url', sample: `https://${encoding}.example/` },
        { name: 'Beschreibung', field: 'short_description', sample: 'Rollt.' },
      ],
    })
    expect(events.at(-1)).toMatchObject({ type: 'done', counts: { created: 1 } })
    expect(await toolsNamed(`wuerfel-${encoding.toLowerCase()}`)).toHaveLength(1)
  })

  test('tells of its progress while it goes on', async () => {
    const events = await eventsOf(await send('preview', manyRows('slow', 4000)))
    const shares = events.flatMap((event) => (event.type === 'progress' ? (event.done ?? 0) : []))
    expect(shares.length).toBeGreaterThan(1)
    expect(shares).toEqual(shares.toSorted((one, other) => one - other))
    expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true)
    expect(events.at(-1)).toMatchObject({ type: 'done', counts: { created: 4000 } })
  })
})

test('an import that names the file that was tried takes no other', async () => {
  const body = row('tried')
  const { digest } = (await eventsOf(await send('preview', body))).at(-1) ?? {}
  const name = `tried.jsonl&digest=${digest}`
  const importing = (sent: string) =>
    raw(server, `/transfer/v1/import?name=${name}`, { method: 'POST', body: sent }, admin.accessToken)
  const other = await importing(row('tried', { name: 'Other' }))
  expect([other.status, (await other.json()).message]).toEqual([
    412,
    'The file has changed since you chose it. Choose it again.',
  ])
  expect(await toolsNamed('tried')).toEqual([])
  expect((await eventsOf(await importing(body))).at(-1)).toMatchObject({
    type: 'done',
    counts: { created: 1 },
  })
})

describe('while an import is under way', () => {
  test('another is refused in words, and may come when it has ended', async () => {
    const first = await server.sql.reserve()
    await first`select pg_advisory_lock(7358210932)`
    try {
      for (const what of ['import', 'preview'] as const) {
        const second = await send(what, row('turn-second'))
        expect([second.status, (await second.json()).message]).toEqual([
          409,
          'Another import is in progress. Please try again when it has finished.',
        ])
      }
    } finally {
      await first`select pg_advisory_unlock(7358210932)`
      first.release()
    }
    expect(await importing(row('turn-second'))).toMatchObject({ type: 'done', counts: { created: 1 } })
  })

  test('one that asks at the same time waits a moment for it, or is refused; each is whole', async () => {
    const answers = await Promise.all(
      ['turn-a', 'turn-b', 'turn-c'].map(async (slug) => {
        const response = await send('import', row(slug))
        return response.status === 200 ? (await eventsOf(response)).at(-1)?.type : response.status
      }),
    )
    expect(answers.every((answer) => answer === 'done' || answer === 409)).toBe(true)
    expect((await toolsNamed('turn-')).length - 1).toBe(answers.filter((answer) => answer === 'done').length)
  })

  test('who goes away ends it: nothing of it stays, and the next may come', async () => {
    const leaving = new AbortController()
    const response = await send('import', manyRows('away', 20_000), { signal: leaving.signal })
    expect(response.status).toBe(200)
    leaving.abort()
    // The lock of the import is free again once it has ended.
    await until(async () => (await send('import', row('while-away'))).status === 200)
    expect(await toolsNamed('away-')).toEqual([])
    expect(await importing(row('after-away'))).toMatchObject({ type: 'done', counts: { created: 1 } })
  })

  test('who goes away while sending leaves nothing', async () => {
    const request = http.request(`${server.url}/transfer/v1/import?name=half.jsonl`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.accessToken}`, 'content-length': '1000000' },
    })
    request.on('error', () => undefined)
    await new Promise((resolve) => request.write(`${row('half-sent')}\n`, resolve))
    request.destroy()
    expect(await importing(row('after-half'))).toMatchObject({ type: 'done' })
    expect(await toolsNamed('half-')).toEqual([])
    expect(await readdir(path.join(folder, 'transfer'))).toEqual([])
  })
})

test('nothing of it was a failure of the server', () => expectNoFailure(server))
