import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../server/lib/config.ts'
import { createLog } from '../../server/lib/log.ts'
import { openApp } from '../../server/open-app.ts'
import { liftDailyLimit, member, type Person, post, raw } from '../support/actors.ts'
import { freePort } from '../support/free-port.ts'
import { createInstallation } from '../support/installation.ts'
import { countWaiting } from './waiting.ts'

/** The process on its embedded database: starting, refusing, ending, being killed. One folder goes through all of it. */

const installation = await createInstallation()
afterAll(() => installation.remove())
const secrets = path.join(installation.dataDir, 'secrets')
await rm(secrets, { recursive: true })
let server = await installation.start()
const secretFile = path.join(secrets, 'secret-key')
const secret = (await readFile(secretFile, 'utf8')).trim()
/** Who sends the secret of the first start. */
const statusWithSecret = async () =>
  (await fetch(`${server.url}/rest/v1/tools?select=id&limit=1`, { headers: { apikey: secret } })).status

describe('one that runs', () => {
  test('a second process on the same DATA_DIR refuses and names the pid of the first', async () => {
    const second = await installation.startAndFail({ PORT: String(await freePort()) })
    expect(second.code).toBe(1)
    expect(second.output).toContain(`pid ${server.process.pid}`)
    expect((await fetch(`${server.url}/readyz`)).ok).toBe(true)
  })

  test('counts its limits in memory: its database is its own', async () => {
    const body = JSON.stringify({ email: 'often@example.org' })
    const statuses: number[] = []
    for (let mail = 0; mail < 7; mail++)
      statuses.push(
        (await raw(installation.context(server), '/auth/v1/recover', { method: 'POST', body })).status,
      )
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
    expect(await installation.withSql((sql) => sql`select key from private.rate_limits`)).toHaveLength(0)
  })

  test('without its database answers 503, and recovers by itself when it is back', async () => {
    const [pid] = (await readFile(path.join(installation.dataDir, 'postgres/postmaster.pid'), 'utf8')).split(
      '\n',
    )
    const list = () => raw(installation.context(server), '/rest/v1/tools?select=id&limit=1')
    expect((await list()).status).toBe(200)
    process.kill(Number(pid), 'SIGKILL')
    const statuses = new Set<number>()
    for (let waited = 0; waited < 15_000; waited += 100) {
      const { status } = await list()
      statuses.add(status)
      if (status === 200 && statuses.size > 1) break
      await sleep(100)
    }
    expect([...statuses].sort()).toEqual([200, 503])
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })
})

test('secrets are kept for the owner alone', async () => {
  expect((await stat(secretFile)).mode & 0o777).toBe(0o600)
  expect(await statusWithSecret()).toBe(200)
})

describe('one that cannot start names', () => {
  const starting = (env: Record<string, string>) =>
    openApp({ config: readConfig(env), print: () => undefined, log: createLog('silent') })

  test('a DATA_DIR that is no folder', async () => {
    const file = path.join(installation.dataDir, 'file')
    await writeFile(file, '')
    await expect(starting({ DATA_DIR: file })).rejects.toThrow(`DATA_DIR ${file} is not a folder`)
  })
})

test('SIGTERM answers requests in flight and ends process and database within five seconds', async () => {
  const at = installation.context(server)
  const { people, tool } = await installation.withSql(async (sql) => ({
    people: await Promise.all(Array.from({ length: 2 }, () => member({ ...at, sql }))),
    tool: (await sql<{ id: string }[]>`select id from public.tools limit 1`)[0],
  }))
  const recommend = ({ id, accessToken }: Person) => {
    const row = { tool_id: tool?.id, user_id: id, reason: 'Useful' }
    return post(at, '/rest/v1/tool_upvotes', row, accessToken)
  }
  // The write waits for this lock until the server has been asked to end.
  const { inFlight, asked } = await installation.withSql((sql) =>
    sql.begin(async (lock) => {
      await lock`lock table public.tool_upvotes in access exclusive mode`
      const inFlight = people.map(recommend)
      await installation.withSql((other) => expect.poll(() => countWaiting(other)).toBe(people.length))
      server.process.kill('SIGTERM')
      return { inFlight, asked: performance.now() }
    }),
  )
  const statuses = (await Promise.all(inFlight)).map(({ status }) => status)
  expect(await server.ended).toBe(0)
  expect(performance.now() - asked).toBeLessThan(5000)
  expect(statuses).toEqual([201, 201])
  expect(installation.postgresCount()).toBe(0)
})

test('started again: the secrets are the same', async () => {
  server = await installation.start()
  expect(await statusWithSecret()).toBe(200)
})

test('killed during upvotes: every acknowledged one is there after the restart, on one database', async () => {
  const acknowledged: string[] = []
  const { person, tools } = await installation.withSql(async (sql) => ({
    person: await member({ ...installation.context(server), sql }),
    tools: await sql<{ id: string }[]>`select id from public.tools`,
  }))
  await installation.withSql((sql) => liftDailyLimit(sql, [person]))
  const loop = (async () => {
    for (const tool of tools) {
      const answer = await post(
        installation.context(server),
        '/rest/v1/tool_upvotes',
        { tool_id: tool.id, user_id: person.id, reason: 'Useful' },
        person.accessToken,
      )
      if (answer.status === 201) acknowledged.push(tool.id)
    }
  })().catch(() => undefined)
  while (acknowledged.length < 10) await sleep(5)
  server.process.kill('SIGKILL')
  await server.ended
  await loop
  expect(acknowledged.length).toBeLessThan(tools.length)

  await installation.start()
  const kept = await installation.withSql(
    (sql) => sql<{ tool_id: string }[]>`select tool_id from public.tool_upvotes`,
  )
  const ids = new Set(kept.map((row) => row.tool_id))
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([])
  expect(installation.postgresCount()).toBe(1)
})
