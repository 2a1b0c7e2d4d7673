import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, expect, test, vi } from 'vitest'
import { readBaseBackup } from '../../server/host/backup/base-backup.ts'
import { findRunningPostgres } from '../../server/host/database/embedded-postgres.ts'
import { readConfig } from '../../server/lib/config.ts'
import { openApp } from '../../server/open-app.ts'
import { createDiskStore } from '../../server/supabase/storage/disk-store.ts'
import { liftDailyLimit, member, sessionOf } from '../support/actors.ts'
import { openPlaudit, runPlaudit } from '../support/command-line.ts'
import { createInstallation, type Installation } from '../support/installation.ts'
import { writeOverOneConnection } from '../support/keep-alive-writer.ts'
import { closing, temporaryFolder } from '../support/test-file.ts'

/** Backups of a running site, made by its owner, and what remains when the process is killed. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const LOGO = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>')
const WRITERS = 4

const site = await createInstallation()
withOwnSecrets(site)
site.env.RATE_LIMITS = 'off'
const folder = await temporaryFolder()
const file = path.join(folder, 'plaudit.tar.gz')
const { url } = await site.start()
const secret = async (name: string) =>
  (await readFile(path.join(site.dataDir, 'secrets', name), 'utf8')).trim()
const endpoint = {
  url,
  publishableKey: await secret('publishable-key'),
  jwtSecret: await secret('jwt-secret'),
}
const person = await site.withSql((sql) => member({ ...endpoint, sql }))
const store = createDiskStore(path.join(site.dataDir, 'logos'))
await store.put('one.svg', { bytes: LOGO, type: 'image/svg+xml', maxAge: 60 })
await site.withSql(
  (sql) => sql`
  update public.tools set logo = '/storage/v1/object/public/tool-logos/one.svg'
  where id = (select id from public.tools limit 1)`,
)
afterAll(async () => {
  await site?.remove()
})

/** The secrets of its folder instead of its environment. */
function withOwnSecrets({ env }: Installation): void {
  delete env.JWT_SECRET
  delete env.SUPABASE_PUBLISHABLE_KEY
}

/** Only administrators see how far a backup is. */
async function asSuperuser(dataDir: string, work: (sql: postgres.Sql) => Promise<void>): Promise<void> {
  const at = await findRunningPostgres(dataDir)
  const sql = postgres({ ...at, database: 'postgres', user: 'postgres', max: 1 })
  await work(sql).finally(() => sql.end())
}

const backup = (meanwhile?: (child: ChildProcess) => unknown) =>
  runPlaudit(['backup', file], { DATA_DIR: site.dataDir }, meanwhile)
const commands = closing(openPlaudit())
const restore = (from: string, dataDir: string) => commands.run(['restore', from], { DATA_DIR: dataDir })

/** Kills a process as soon as the path exists. */
async function killWhen(child: ChildProcess, isThere: () => boolean): Promise<void> {
  while (!isThere()) {
    if (child.exitCode !== null) throw new Error('it ended before it could be killed')
    await sleep(1)
  }
  child.kill('SIGKILL')
}

test('during writes: contains what was acknowledged before its end; restored elsewhere, people sign in', async () => {
  const { people, tools } = await site.withSql(async (sql) => ({
    people: await Promise.all(Array.from({ length: WRITERS }, () => member({ ...endpoint, sql }))),
    tools: (
      await sql<{ id: string }[]>`
        insert into public.tools (name, slug, short_description, website_url)
        select 'Tool ' || n, 'tool-' || n, 'A tool', 'https://tool.example' from generate_series(1, 600) n
        returning id`
    ).map(({ id }) => id),
  }))
  await site.withSql((sql) => liftDailyLimit(sql, people))
  const begun = performance.now()
  // Each starts with another tool, so that they do not wait for one row.
  const writers = people.map((one, n) => {
    const first = Math.floor((n * tools.length) / WRITERS)
    return writeOverOneConnection(endpoint, one, [...tools.slice(first), ...tools.slice(0, first)], 20)
  })
  const acknowledged = () =>
    writers.flatMap(({ personId, acknowledged }) => [...acknowledged].map((tool) => `${personId} ${tool}`))
  const backingUp = backup()
  let isOver = false
  void backingUp.then(() => (isOver = true))
  let before: string[] = []
  await asSuperuser(site.dataDir, async (sql) => {
    while (!isOver) {
      await sleep(20)
      const sent = acknowledged()
      const [progress] = await sql<{ phase: string }[]>`select phase from pg_stat_progress_basebackup`
      // Its end comes later: the log of these writes is still to be copied.
      if (progress?.phase === 'streaming database files') before = sent
    }
  })
  expect(await backingUp).toMatchObject({ code: 0, error: '', out: expect.stringMatching(/MB, whole\n$/) })
  const rate = acknowledged().length / ((performance.now() - begun) / 1000)
  for (const { stop } of writers) stop()
  await Promise.all(writers.map(({ ended }) => ended))
  expect(before.length).toBeGreaterThan(20)
  expect(acknowledged().length).toBeGreaterThan(before.length)
  process.stdout.write(`${Math.round(rate)} writes a second, ${before.length} before its end\n`)
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  const elsewhere = await createInstallation({ isNew: true })
  try {
    withOwnSecrets(elsewhere)
    // In a process of its own, which ends.
    const restored = await runPlaudit(['restore', file], { DATA_DIR: elsewhere.dataDir })
    expect(restored).toMatchObject({ code: 0, error: '' })
    expect(await commands.run(['check'], { DATA_DIR: elsewhere.dataDir })).toMatchObject({
      code: 0,
      error: '',
    })
    const second = await elsewhere.start()
    await elsewhere.withSql(async (sql) => {
      const rows = await sql<{ written: string }[]>`
        select user_id || ' ' || tool_id as written from public.tool_upvotes`
      const there = new Set(rows.map(({ written }) => written))
      expect(before.filter((written) => !there.has(written))).toEqual([])
    })
    expect(await sessionOf({ ...endpoint, url: second.url }, person)).toMatchObject({
      user: { id: person.id },
    })
    const logo = await fetch(`${second.url}/storage/v1/object/public/tool-logos/one.svg`)
    expect(Buffer.from(await logo.arrayBuffer())).toEqual(LOGO)
    expect(logo.headers.get('cache-control')).toContain('60')
  } finally {
    await elsewhere.remove()
  }
})

test('killed while it is written: the previous one stays', async () => {
  const previous = await readFile(file)
  const ended = await backup((child) => killWhen(child, () => existsSync(`${file}.part-${child.pid}`)))
  expect(ended.code).toBe(-1)
  expect(await readFile(file)).toEqual(previous)
  await site.withSql((sql) => expect.poll(() => sql`select from pg_replication_slots`).toHaveLength(0))
})

test('cancelled half-way: the database is told to stop', async () => {
  const at = await findRunningPostgres(site.dataDir)
  const entries = readBaseBackup({ options: { url: '', options: at ?? {} } })
  for (let read = 0; read < 3; read++) for await (const _ of (await entries.next()).value?.body ?? []);
  await entries.return(undefined)
  await site.withSql((sql) => expect.poll(() => sql`select from pg_replication_slots`).toHaveLength(0))
})

test('killed while it is restored: nothing starts on it, until it is restored again', async () => {
  const other = await createInstallation({ isNew: true })
  try {
    const unfinished = path.join(other.dataDir, 'restore.unfinished/postgres/global')
    const ended = await runPlaudit(['restore', file], { DATA_DIR: other.dataDir }, (child) =>
      killWhen(child, () => existsSync(unfinished)),
    )
    expect(ended.code).toBe(-1)
    const config = readConfig({ DATA_DIR: other.dataDir })
    await expect(openApp({ config, print: () => undefined })).rejects.toThrow(
      `DATA_DIR ${other.dataDir} holds a backup that was not restored to its end: ` +
        'empty the folder and restore it again',
    )
    expect(await restore(file, other.dataDir)).toMatchObject({ code: 0, error: '' })
    const [found] = await other.withStoredSql((sql) => sql`select id from auth.users where id = ${person.id}`)
    expect(found).toBeDefined()
  } finally {
    await other.remove()
  }
})

test('a folder that is in use is left alone', async () => {
  expect(await restore(file, site.dataDir)).toMatchObject({
    code: 1,
    error: expect.stringMatching(/^plaudit: DATA_DIR .* is in use by a process with the pid \d+: .*\n$/),
  })
})
