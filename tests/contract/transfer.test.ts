import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { administrator, member, type Person, raw, signToken, visitor } from '../support/actors.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

/** Import and export over HTTP, by actor, and what goes wrong on the way. */

vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let admin: Person
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'plaudit-transfer-'))
  server = await startTestServer({ DATA_DIR: folder })
})
// One each: what a person may ask for in a while is limited.
beforeEach(async () => {
  admin = await administrator(server)
})
afterAll(async () => {
  await server?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

const LIMIT = 50 * 1024 * 1024

type Event = {
  type: string
  done?: number
  message?: string
  counts?: Record<string, number>
  digest?: string
  rejections?: { line: number; reason: string }[]
  change?: {
    kind: string
    slug: string
    name: string
    fields?: { field: string; before: unknown; after: unknown }[]
  }
}

const row = (slug: string, changes: Record<string, unknown> = {}) =>
  JSON.stringify({
    name: `The ${slug}`,
    slug,
    short_description: 'Does one thing.',
    website_url: 'https://tool.example/',
    ...changes,
  })

const send = (
  what: 'preview' | 'import',
  body: BodyInit,
  {
    name = 'tools.jsonl',
    token = admin.accessToken,
    ...init
  }: RequestInit & { name?: string; token?: string } = {},
) =>
  raw(
    server,
    `/transfer/v1/${what}?name=${encodeURIComponent(name)}`,
    { method: 'POST', body, headers: { 'content-type': 'application/octet-stream' }, ...init },
    token,
  )

async function eventsOf(response: Response): Promise<Event[]> {
  expect(response.status).toBe(200)
  const lines = (await response.text()).trim().split('\n')
  return lines.map((line) => JSON.parse(line))
}

/** What an import of this body ends with. */
const importing = async (body: BodyInit, name?: string) =>
  (await eventsOf(await send('import', body, { ...(name && { name }) }))).at(-1)

const toolsNamed = (prefix: string) =>
  server.sql`select slug from public.tools where slug like ${`${prefix}%`} order by slug`

/** Many rows, so that an import of them takes a while. */
const manyRows = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    row(`${prefix}-${index}`, { categories: [`${prefix} ${index % 7}`] }),
  ).join('\n')

const until = async (holds: () => Promise<boolean>) => {
  for (let waited = 0; waited < 15_000; waited += 20) {
    if (await holds()) return
    await sleep(20)
  }
  throw new Error('it did not come about')
}

describe('who may', () => {
  const doors = [
    ['POST', '/transfer/v1/preview?name=a.jsonl'],
    ['POST', '/transfer/v1/import?name=a.jsonl'],
    ['GET', '/transfer/v1/catalogue.jsonl'],
    ['GET', '/transfer/v1/catalogue.csv'],
  ] as const
  const knock = ([method, address]: readonly [string, string], token?: string) =>
    raw(server, address, { method, ...(method === 'POST' && { body: row('knocked') }) }, token)

  test.each(doors)(
    '%s %s: neither a visitor, nor a member, nor whoever was administrator',
    async (...door) => {
      const somebody = await member(server)
      const revoked = await administrator(server)
      await server.sql`delete from private.administrators where user_id = ${revoked.id}`
      const ended = await administrator(server)
      await server.sql`delete from auth.sessions where user_id = ${ended.id}`
      const gone = await signToken(server, { sub: admin.id, exp: Math.floor(Date.now() / 1000) - 60 })
      const forged = await signToken({ jwtSecret: 'x'.repeat(40) }, { sub: admin.id })
      const serviceRole = await signToken(server, { sub: admin.id, role: 'service_role' })
      for (const [token, status, message] of [
        [undefined, 401, 'Sign in to import or export the catalogue'],
        [server.secretKey, 401, 'Sign in to import or export the catalogue'],
        [gone, 401, 'Sign in to import or export the catalogue'],
        [forged, 401, 'Sign in to import or export the catalogue'],
        [serviceRole, 401, 'Sign in to import or export the catalogue'],
        [await signToken(server, { sub: 'nobody' }), 401, 'Sign in to import or export the catalogue'],
        [somebody.accessToken, 403, 'Only administrators may import or export the catalogue'],
        [revoked.accessToken, 403, 'Only administrators may import or export the catalogue'],
        [ended.accessToken, 401, 'Your session has ended'],
      ] as const) {
        const response = await knock(door, token)
        expect([response.status, (await response.json()).message]).toEqual([status, message])
      }
      expect((await knock(door, admin.accessToken)).status).toBe(200)
      await server.sql`delete from public.tools where slug = 'knocked'`
    },
  )

  test('is asked again before every batch: the right taken away ends the import, what was written stays', async () => {
    const leaving = await administrator(server)
    const response = await send('import', manyRows('leaving', 5000), { token: leaving.accessToken })
    await until(async () => (await toolsNamed('leaving-')).length > 0)
    await server.sql`delete from private.administrators where user_id = ${leaving.id}`
    const last = (await eventsOf(response)).at(-1)
    expect(last).toMatchObject({
      type: 'failed',
      message: 'Only administrators may import or export the catalogue',
    })
    const written = (await toolsNamed('leaving-')).length
    expect(written).toBeLessThan(5000)
    expect(written).toBe(last?.counts?.created)
  })
})

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
      { line: 4, reason: 'Must be a valid URL' },
      { line: 5, reason: 'Not valid JSON' },
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

  test('is in the audit log with who made it: itself in two entries, every change with its number', async () => {
    await importing(
      [row('log-a', { categories: ['Logged', 'Also logged'] }), row('log-b')].join('\n'),
      'log.jsonl',
    )
    const ended = await importing(
      [row('log-a', { name: 'Other', categories: ['Logged', 'Also logged'] }), row('log-b')].join('\n'),
      'log.jsonl',
    )
    const [begin, end] = await server.sql`
      select * from public.audit_log where table_name = 'catalogue_imports' order by id desc limit 2`.then(
      (rows) => rows.toReversed(),
    )
    expect(begin).toMatchObject({
      actor_id: admin.id,
      action: 'insert',
      after: { source: 'browser', file: 'log.jsonl' },
      import_id: null,
    })
    expect(end).toMatchObject({
      actor_id: admin.id,
      action: 'update',
      row_id: begin?.row_id,
      after: { source: 'browser', file: 'log.jsonl', complete: true, ...ended?.counts },
    })
    const changes = await server.sql`
      select actor_id, action, table_name, before ->> 'name' as before, after ->> 'name' as after
      from public.audit_log where import_id = ${begin?.row_id} order by id`
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

  test('from the browser makes what one on the command line makes', async () => {
    const table = [
      'name,short_description,website_url,categories,featured',
      '"Same &amp; one","Does **one** thing",https://same.example/?a=1&amp;b=2,"Same, same;Other",yes',
      'Same two,,nowhere,,',
    ].join('\r\n')
    const made = () =>
      server.sql`select name, slug, short_description, website_url, featured,
        array(select slug from public.categories join public.tool_categories link on category_id = categories.id
          where tool_id = tools.id order by position) as categories
        from public.tools where slug like 'same-%' order by slug`
    const { counts } = (await importing(table, 'same.csv')) ?? {}
    const byBrowser = await made()
    await server.sql`delete from public.tools where slug like 'same-%'`
    await server.sql`delete from public.categories where slug in ('same-same', 'other')`
    const file = path.join(folder, 'same.csv')
    const report = path.join(folder, 'same.json')
    await writeFile(file, table)
    await commandLine(['import', file, '--report', report])
    expect(await made()).toEqual(byBrowser)
    expect(JSON.parse(await readFile(report, 'utf8'))).toMatchObject({ ...counts })
    expect(counts).toMatchObject({ rows: 2, created: 1, rejected: 1, newCategories: 2 })
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

test('a refusal before the file was read is an answer all the same', async () => {
  const somebody = await member(server)
  const response = await send('import', Buffer.alloc(20 * 1024 * 1024, '\n'), { token: somebody.accessToken })
  expect(response.status).toBe(403)
})

describe('what cannot be used is refused, and nothing is written', () => {
  const latin1 = Buffer.from('name,short_description,website_url\nCafé,x,https://a.example/\n', 'latin1')
  const cut = Buffer.from(row('cut', { name: 'é' })).subarray(0, 10)
  test.each<[string, string, BodyInit, number, string]>([
    ['no UTF-8', 'a.csv', latin1, 400, 'a.csv is not UTF-8 text'],
    ['a character cut in two', 'a.jsonl', cut, 400, 'a.jsonl is not UTF-8 text'],
    ['UTF-16', 'a.csv', Buffer.from('\ufeffname', 'utf16le'), 400, 'a.csv is not UTF-8 text'],
    [
      'a table without its columns',
      'a.csv',
      'title,url\nx,y\n',
      400,
      'the first line must name the columns, at least name, short_description, website_url',
    ],
    [
      'another kind of file',
      'a.xlsx',
      'PK',
      400,
      'The name of the file must end with .jsonl, .ndjson or .csv',
    ],
    ['no name', '', row('x'), 400, 'The name of the file must end with .jsonl, .ndjson or .csv'],
  ])('%s', async (_what, name, body, status, message) => {
    for (const what of ['preview', 'import'] as const) {
      const response = await send(what, body, { name })
      expect([response.status, (await response.json()).message]).toEqual([status, message])
    }
  })

  test('a file of exactly 50 MB is read, one byte more is not', async () => {
    const full = Buffer.alloc(LIMIT, `${' '.repeat(1023)}\n`)
    expect((await eventsOf(await send('preview', full))).at(-1)).toMatchObject({
      type: 'done',
      counts: { rows: 0 },
    })
    const over = Buffer.alloc(LIMIT + 1, '\n')
    expect(await statusOf({ headers: { 'content-length': String(over.length) }, parts: [] })).toBe(413)
    // Without its length told beforehand.
    const parts = Array.from({ length: 51 }, () => over.subarray(0, 1024 * 1024))
    expect(await statusOf({ headers: { 'transfer-encoding': 'chunked' }, parts })).toBe(413)
  })

  test('other ways to ask', async () => {
    for (const [method, address, status] of [
      ['GET', '/transfer/v1/import?name=a.jsonl', 405],
      ['PUT', '/transfer/v1/catalogue.csv', 405],
      ['DELETE', '/transfer/v1/catalogue.csv', 405],
      ['GET', '/transfer/v1/catalogue.xlsx', 404],
      ['GET', '/transfer/v1/../../etc/passwd', 404],
      ['GET', '/transfer/v1/', 404],
    ] as const) {
      const response = await raw(server, address, { method }, admin.accessToken)
      expect([method, address, response.status]).toEqual([method, address, status])
    }
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
          'Another import is under way. Please try again when it has ended.',
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

  test('who goes away ends it between two batches: what was written stays whole, and the next may come', async () => {
    const leaving = new AbortController()
    const response = await send('import', manyRows('away', 20_000), { signal: leaving.signal })
    expect(response.status).toBe(200)
    await until(async () => (await toolsNamed('away-')).length > 0)
    leaving.abort()
    await until(async () => {
      const [end] = await server.sql`
        select after from public.audit_log where table_name = 'catalogue_imports' order by id desc limit 1`
      return end?.after.complete === false
    })
    const written = (await toolsNamed('away-')).length
    expect(written).toBeLessThan(20_000)
    expect(written % 250).toBe(0)
    expect(
      await server.sql`select slug from public.tools where slug like 'away-%' and category_id is null`,
    ).toEqual([])
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

describe('an export', () => {
  test.each(['jsonl', 'csv'])(
    'as %s is whole, of this moment, and imports back without a change',
    async (ending) => {
      await importing(
        [row('out-a', { name: '&lt;b&gt; **x**', categories: ['Out', 'Other'] }), row('out-b')].join('\n'),
      )
      await visitor(server).from('tools').select('id').limit(1)
      await admin.client.from('tools').update({ name: '=1 <b>', logo: '/storage/x.png' }).eq('slug', 'out-b')
      const response = await raw(server, `/transfer/v1/catalogue.${ending}`, {}, admin.accessToken)
      expect(response.headers.get('content-disposition')).toBe(`attachment; filename="catalogue.${ending}"`)
      expect(response.headers.get('cache-control')).toContain('no-store')
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(bytes.length).toBe(Number(response.headers.get('content-length')))
      const text = bytes.toString()
      expect(text).toContain('out-b')
      const [tools] = await server.sql`select count(*)::int as count from public.tools`
      expect(await importing(text, `catalogue.${ending}`)).toMatchObject({
        type: 'done',
        counts: {
          created: 0,
          updated: 0,
          rejected: 0,
          unchanged: tools?.count,
          newCategories: 0,
          changedCategories: 0,
        },
      })
    },
  )

  test('that nobody reads holds nobody up', async () => {
    const abandoned = await Promise.all(
      Array.from({ length: 6 }, () => raw(server, '/transfer/v1/catalogue.jsonl', {}, admin.accessToken)),
    )
    expect(await importing(row('beside-exports'))).toMatchObject({ type: 'done' })
    for (const response of abandoned) await response.body?.cancel()
  })
})

test('what is asked for too often is refused with the time to wait', async () => {
  const busy = await administrator(server)
  const statuses: number[] = []
  for (let count = 0; count < 61; count++)
    statuses.push((await send('preview', '', { name: 'none', token: busy.accessToken })).status)
  expect(statuses.slice(0, 60).every((status) => status === 400)).toBe(true)
  expect(statuses[60]).toBe(429)
})

test('nothing of it was a failure of the server', () => {
  const failures = server
    .output()
    .split('\n')
    .filter((line) => line.includes('failed'))
  expect(failures).toEqual([])
})

test('a process that renders a hosted project says that the catalogue is not its own', async () => {
  const hosted = await startTestServer({
    DATABASE_URL: '',
    SUPABASE_URL: 'https://project.supabase.example',
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x',
  })
  try {
    const response = await raw(hosted, '/transfer/v1/catalogue.csv', {}, admin.accessToken)
    expect(response.status).toBe(501)
  } finally {
    await hosted.close()
  }
})

/** The status of a POST whose body is written piece by piece, until it is answered. */
function statusOf({
  headers,
  parts,
}: {
  headers: Record<string, string>
  parts: Uint8Array[]
}): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.request(`${server.url}/transfer/v1/import?name=large-${randomUUID()}.jsonl`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.accessToken}`, ...headers },
    })
    request.on('response', (response) => {
      resolve(response.statusCode ?? 0)
      request.destroy()
    })
    request.on('error', reject)
    request.flushHeaders()
    for (const part of parts) request.write(part)
  })
}

function commandLine(args: string[]): Promise<string> {
  const program = path.join(import.meta.dirname, '../../cli/plaudit.ts')
  const env = { PATH: process.env.PATH, DATABASE_URL: server.databaseUrl, DATA_DIR: folder }
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, ...args], { env }, (error, out) =>
      error ? reject(error) : resolve(out),
    )
  })
}
