import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../../server/host/database/embedded-postgres.ts'
import { openDatabase } from '../../server/host/database/open-database.ts'
import { expectListenable } from '../../server/http/listening.ts'
import { readConfig, StartError } from '../../server/lib/config.ts'
import { Deadline, END_MS } from '../../server/lib/deadline.ts'
import { createLog } from '../../server/lib/log.ts'
import { openApp } from '../../server/open-app.ts'
import { cloneDatabase } from '../support/clone-database.ts'
import { withDatabase } from '../support/cluster.ts'
import { startDatabaseProxy } from '../support/database-proxy.ts'
import { createInstallation, type Installation } from '../support/installation.ts'
import { startPageless } from '../support/test-server.ts'

/** A failed start prints the reason and what to do about it, in one line. */

let installation: Installation
beforeAll(async () => {
  installation = await createInstallation({ isNew: true })
})
afterAll(() => installation?.remove())

/** The output on the terminal. */
async function reasonOf(changes: Record<string, string>): Promise<string> {
  const { code, output } = await installation.startAndFail(changes)
  expect(code).toBe(1)
  const lines = output.trim().split('\n')
  expect(lines).toHaveLength(1)
  return lines[0]?.replace(/^plaudit: /, '') ?? ''
}

describe('a database that is not as PostgreSQL wants it', () => {
  let made: string
  beforeAll(async () => {
    made = await mkdtemp(path.join(tmpdir(), 'plaudit-made-'))
    const server = await startEmbeddedPostgres(made)
    await server.stop(new Deadline(END_MS))
    // An older failure, not this one's.
    await writeFile(path.join(made, 'postgres/server.log'), '2026-01-01 LOG:  an older line\n', { flag: 'a' })
  })
  afterAll(() => rm(made, { recursive: true, force: true }))

  const isRoot = process.getuid?.() === 0
  test.each([
    ...(isRoot
      ? [
          {
            what: 'copied without its owner',
            change: (folder: string) => execFileSync('chown', ['-R', 'root:root', folder]),
            reason: /the user postgres may not read or write .*; run `chown -R postgres .*postgres`/,
          },
        ]
      : []),
    {
      what: 'copied without its modes',
      change: (folder: string) => execFileSync('chmod', ['-R', 'go+rx', folder]),
      reason: /others may read the folder; run `chmod -R go-rwx .*postgres`/,
    },
    {
      what: 'without pg_wal',
      change: (folder: string) => rm(path.join(folder, 'pg_wal'), { recursive: true }),
      reason: /pg_wal is missing; put a complete copy/,
    },
    {
      what: 'without its control file',
      change: (folder: string) => rm(path.join(folder, 'global/pg_control')),
      reason: /pg_control is missing; put a complete copy/,
    },
    {
      what: 'of another version',
      change: (folder: string) => writeFile(path.join(folder, 'PG_VERSION'), '15\n'),
      reason: /were made by PostgreSQL 15, not by the one of this app; bring the database over/,
    },
  ])('$what', async ({ what, change, reason }) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'plaudit-broken-'))
    // Like `cp -a`, which keeps owners.
    execFileSync('cp', ['-a', path.join(made, 'postgres'), folder])
    await change(path.join(folder, 'postgres'))
    const said = await startEmbeddedPostgres(folder).then(
      () => 'started',
      (error: unknown) => (error instanceof StartError ? error.message : error),
    )
    expect(said).toMatch(reason)
    expect(said).toContain(`the database in ${folder}/postgres did not start`)
    if (what === 'without pg_wal') expect(await reasonOf({ DATA_DIR: folder })).toBe(said)
    await rm(folder, { recursive: true, force: true })
  })
})

describe('before a database is opened', () => {
  test.each(['192.0.2.1', 'nowhere.invalid'])('HOST=%s, no address of this machine, is refused', (HOST) =>
    expect(expectListenable(readConfig({ HOST }))).rejects.toThrow(
      `HOST ${HOST} is no address of this machine`,
    ),
  )

  test('a taken PORT is refused, and nothing was opened', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const address = other.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    expect(await reasonOf({ PORT: port })).toMatch(/^PORT \d+ on 127\.0\.0\.1 is taken/)
    await expect(readFile(path.join(installation.dataDir, 'plaudit.pid'))).rejects.toThrow('ENOENT')
    await new Promise((resolve) => other.close(resolve))
  })
})

test('a lock that is being written does not count as stale', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'plaudit-locked-'))
  await writeFile(path.join(folder, 'plaudit.pid'), '')
  const opening = openApp({ config: readConfig({ DATA_DIR: folder }), print: () => undefined })
  await expect(opening).rejects.toThrow('is in use by a process that is just starting')
  await rm(folder, { recursive: true, force: true })
})

test('what was opened is closed again when a later part cannot be opened', async () => {
  const database = await cloneDatabase()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'plaudit-half-open-'))
  const config = {
    ...readConfig({ DATABASE_URL: database.url, DATA_DIR: dataDir, SEED: 'none' }),
    get s3(): never {
      throw new Error('no place for logos')
    },
  }
  const opening = openApp({ config, print: () => undefined, log: createLog('silent') })
  await expect(opening).rejects.toThrow('no place for logos')
  const countSessions = async () => {
    const sessions = await database.sql`
      select from pg_stat_activity where datname = current_database() and application_name like 'plaudit%'`
    return sessions.count
  }
  await expect.poll(countSessions).toBe(0)
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

test.each([
  ["encoding 'SQL_ASCII' locale_provider libc locale 'C'", 'with the encoding SQL_ASCII'],
  ["locale_provider icu icu_locale 'tr' locale 'C'", 'whose locale does not take I for a capital i'],
])('a database made with %s', async (made, reason) => {
  const database = await cloneDatabase()
  const name = 'plaudit_of_another_locale'
  await database.sql.unsafe(`create database ${name} template template0 ${made}`)
  try {
    const config = readConfig({ DATABASE_URL: withDatabase(database.url, name) })
    await expect(openDatabase(config)).rejects.toThrow(`DATABASE_URL is a database ${reason}`)
  } finally {
    await database.sql.unsafe(`drop database ${name}`)
    await database.close()
  }
})

test('a database that can only be read', async () => {
  const clone = await cloneDatabase()
  const name = new URL(clone.url).pathname.slice(1)
  await clone.sql.unsafe(`alter database ${name} set default_transaction_read_only = on`)
  await expect(startPageless({ DATABASE_URL: clone.url })).rejects.toThrow('DATABASE_URL can only be read')
  await clone.close()
})

test('time limits of the database end no work of the process', async () => {
  const clone = await cloneDatabase()
  const limits = [
    'statement_timeout',
    'lock_timeout',
    'idle_in_transaction_session_timeout',
    'idle_session_timeout',
  ]
  for (const limit of limits)
    await clone.sql.unsafe(`alter database ${new URL(clone.url).pathname.slice(1)} set ${limit} = '20s'`)
  const database = await openDatabase(readConfig({ DATABASE_URL: clone.url }))
  const set =
    await database.sql`select from pg_settings where name in ${database.sql(limits)} and setting <> '0'`
  await database.close()
  await clone.close()
  expect(set.count).toBe(0)
})

const NO_VISITORS =
  'DATABASE_URL opens no connection as the role anon that can only read: a pooler that drops or refuses startup parameters is in between, so name PostgreSQL itself'

test.each([
  ['role', NO_VISITORS],
  ['default_transaction_read_only', NO_VISITORS],
  ['plaudit.direct', 'DATABASE_URL leads to a pooler that drops startup parameters: name PostgreSQL itself'],
])('a pooler that drops the startup parameter %s', async (dropped, reason) => {
  const database = await cloneDatabase()
  const pooler = await startDatabaseProxy(database.url, [dropped])
  try {
    await expect(startPageless({ DATABASE_URL: pooler.url })).rejects.toThrow(reason)
  } finally {
    await pooler.close()
    await database.close()
  }
})
