import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { afterAll, test as baseTest, describe, expect, vi } from 'vitest'
import { LOCKS } from '../../server/host/database/locks.ts'
import { administrator, liftDailyLimit, member, raw } from '../support/actors.ts'
import { manyRows } from '../support/catalogue-lines.ts'
import { runPlaudit } from '../support/command-line.ts'
import { createInstallation, type Installation } from '../support/installation.ts'
import { type Writer, writeOverOneConnection } from '../support/keep-alive-writer.ts'
import type { SpawnedServer } from '../support/spawn-server.ts'
import { eventsOf, until } from './transfer.ts'

/** However and whenever the process ends: the database stops with it, and nothing acknowledged is lost. */
vi.setConfig({ testTimeout: 180_000 })

const testOn = (isNew: boolean) =>
  baseTest.extend<{ installation: Installation }>({
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the parameter's form.
    installation: async ({}, use) => {
      const made = await createInstallation({ isNew })
      await use(made)
      await made.remove()
    },
  })
const test = testOn(false)
const testOfNew = testOn(true)

const WRITERS = 6
/** Each is another moment to end at; PROPERTY_RUNS adds more. */
const ROUNDS = process.env.PROPERTY_RUNS ? 4 : 1

/** People who recommend every tool, each over one connection; they have started once this resolves. */
async function startWriting(installation: Installation, server: SpawnedServer): Promise<Writer[]> {
  const at = installation.context(server)
  const writers = await installation.withSql(async (sql) => {
    const tools = (await sql<{ id: string }[]>`select id from public.tools`).map(({ id }) => id)
    const people = await Promise.all(Array.from({ length: WRITERS }, () => member({ ...at, sql })))
    await liftDailyLimit(sql, people)
    return people.map((person) => writeOverOneConnection(at, person, tools))
  })
  await until(async () => writers.every(({ acknowledged }) => acknowledged.size > 2))
  return writers
}

async function terminate(installation: Installation, server: SpawnedServer): Promise<void> {
  server.process.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(installation.postgresCount()).toBe(0)
}

/** Everything acknowledged is stored; clients still writing were told that the connection ends. */
async function expectKept(installation: Installation, writers: Writer[]): Promise<void> {
  const ended = await Promise.all(writers.map((writer) => writer.ended))
  expect(ended.filter(({ wasTold }) => wasTold)).not.toEqual([])
  const rows = await installation.withStoredSql(
    (sql) => sql<{ user_id: string; tool_id: string }[]>`select user_id, tool_id from public.tool_upvotes`,
  )
  const kept = new Set(rows.map(({ user_id, tool_id }) => `${user_id} ${tool_id}`))
  for (const { personId, acknowledged } of writers)
    expect([...acknowledged].filter((tool) => !kept.has(`${personId} ${tool}`))).toEqual([])
}

describe('SIGTERM, again and again', async () => {
  const installation = await createInstallation()
  afterAll(() => installation.remove())

  test('during writes over keep-alive connections, beside idle ones and a stalled upload', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const server = await installation.start({ RATE_LIMITS: 'off' })
      const { hostname, port } = new URL(server.url)
      const idle = connect(Number(port), hostname).on('error', () => undefined)
      const stalled = connect(Number(port), hostname).on('error', () => undefined)
      stalled.write('POST /auth/v1/token HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n{')
      const writers = await startWriting(installation, server)
      await terminate(installation, server)
      idle.destroy()
      stalled.destroy()
      await expectKept(installation, writers)
    }
  })

  test('during an import in the browser: it ends, says so, and leaves nothing', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const server = await installation.start({ RATE_LIMITS: 'off' })
      const at = installation.context(server)
      const admin = await installation.withSql((sql) => administrator({ ...at, sql }))
      const answer = await raw(
        at,
        '/transfer/v1/import?name=a.jsonl',
        { method: 'POST', body: manyRows(`round-${round}`, 20_000) },
        admin.accessToken,
      )
      const events = eventsOf(answer)
      await terminate(installation, server)
      const last = (await events).at(-1)
      expect(last).toMatchObject({ type: 'failed', message: expect.stringContaining('restarting') })
      expect(await countImported(installation, `round-${round}`)).toBe(0)
    }
  })

  test('during an import on the command line', async () => {
    const file = path.join(installation.dataDir, 'tools.jsonl')
    for (let round = 0; round < ROUNDS; round++) {
      const server = await installation.start({ RATE_LIMITS: 'off' })
      // Far more than it gets to.
      await writeFile(file, manyRows(`cli-${round}`, 100_000))
      const importing = runPlaudit(['import', file], installation.env)
      await until(() => isImporting(installation))
      await terminate(installation, server)
      const ended = await importing
      expect(ended.code).toBe(1)
      expect(ended.error).toMatch(
        /^plaudit: the database could not go on: \S.*\. Run the command again when it can\n$/,
      )
    }
  })
})

/** Whether an import holds its lock, so that it has begun to write. */
const isImporting = (installation: Installation) =>
  installation
    .withSql(
      (sql) => sql`select from pg_locks
        where locktype = 'advisory' and granted and (classid::bigint << 32) + objid::bigint = ${LOCKS.import}`,
    )
    .then(
      (rows) => rows.length > 0,
      () => false,
    )

const countImported = (installation: Installation, prefix: string) =>
  installation.withStoredSql(async (sql) => {
    const [row] = await sql`select count(*)::int as count from public.tools where slug like ${`${prefix}-%`}`
    return Number(row?.count)
  })

// In parallel: they mostly wait.
describe.concurrent('SIGTERM or SIGKILL', () => {
  /** The states it goes through, in order. */
  const STEPS = [
    { when: 'it has the folder', file: 'plaudit.pid' },
    { when: 'the database is being made', file: 'postgres.unfinished' },
    { when: 'the database is being started', file: 'postgres/server.log' },
    { when: 'the database runs', file: 'postgres/postmaster.pid' },
  ]

  testOfNew('while it starts, at each step: the next start goes on', async ({ installation }) => {
    for (const { when, file } of STEPS) {
      expect(existsSync(path.join(installation.dataDir, file)), when).toBe(false)
      const server = installation.launch()
      await Promise.race([
        until(async () => existsSync(path.join(installation.dataDir, file))),
        server.ended.then(() => {
          throw new Error(`before ${when}, it ended: ${server.output()}`)
        }),
      ])
      await terminate(installation, server)
      expect(existsSync(path.join(installation.dataDir, 'plaudit.pid')), when).toBe(false)
    }
    await installation.start()
  })

  describe('a session that hangs', () => {
    /** A session of the app's that no longer reacts. */
    async function stopSession(installation: Installation): Promise<void> {
      const [session] = await installation.withSql(
        (sql) => sql<{ pid: number }[]>`
          select pid from pg_stat_activity where application_name = 'plaudit' order by backend_start limit 1`,
      )
      if (!session) throw new Error('there is no session')
      process.kill(session.pid, 'SIGSTOP')
    }
    const gone = (installation: Installation) => until(async () => installation.postgresCount() === 0)

    test('delays neither the process nor its database', async ({ installation }) => {
      const server = await installation.start()
      await stopSession(installation)
      server.process.kill('SIGTERM')
      const asked = performance.now()
      await server.ended
      expect(performance.now() - asked).toBeLessThan(7000)
      await gone(installation)
    })

    test('is not waited for any longer when asked a second time', async ({ installation }) => {
      const server = await installation.start()
      await stopSession(installation)
      server.process.kill('SIGTERM')
      const asked = performance.now()
      // Signals right after the first count as the same request.
      await until(async () => !server.process.kill('SIGTERM') || server.process.exitCode !== null)
      expect(performance.now() - asked).toBeLessThan(4500)
      await gone(installation)
    })
  })

  test('a killed process’s database stops as soon as its sessions have ended', async ({ installation }) => {
    const server = await installation.start()
    server.process.kill('SIGKILL')
    await until(async () => installation.postgresCount() === 0)
  })
})

test('an interrupted import leaves nothing and stops its database', async ({ installation }) => {
  const file = path.join(installation.dataDir, 'tools.jsonl')
  await writeFile(file, manyRows('interrupted', 20_000))
  const importing = runPlaudit(['import', file], installation.env, async (child) => {
    await until(() => isImporting(installation))
    child.kill('SIGTERM')
  })
  const ended = await importing
  expect(ended).toMatchObject({
    code: 143,
    error: 'plaudit: interrupted by SIGTERM; nothing was imported\n',
  })
  expect(installation.postgresCount()).toBe(0)
  expect(await countImported(installation, 'interrupted')).toBe(0)
})
