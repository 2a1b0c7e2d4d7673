import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readMigrations } from '../../server/host/database/migrate.ts'
import { MIGRATIONS_FOLDER } from '../../server/host/database/prepare-database.ts'
import { member, raw } from '../support/actors.ts'
import { dropDatabase, withDatabase } from '../support/cluster.ts'
import { freePort } from '../support/free-port.ts'
import { type SpawnedServer, spawnServer } from '../support/spawn-server.ts'
import { startTestServer } from '../support/test-server.ts'

/** Other ways to run it: several processes on one database, a hosted project, failing mail servers. */

const cleanUp: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const undo of cleanUp.reverse()) await undo()
})

async function spawnOn(env: Record<string, string>): Promise<SpawnedServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'plaudit-deploy-'))
  const server = spawnServer({ DATA_DIR: dataDir, PORT: String(await freePort()), ...env })
  cleanUp.push(async () => {
    server.process.kill('SIGTERM')
    await server.ended
    await rm(dataDir, { recursive: true, force: true })
  })
  return server
}

describe('three processes that start together on an empty database', () => {
  const shared = {
    DATABASE_URL: '',
    JWT_SECRET: randomBytes(32).toString('hex'),
    SUPABASE_PUBLISHABLE_KEY: `sb_publishable_${randomBytes(16).toString('hex')}`,
    SUPABASE_SECRET_KEY: `sb_secret_${randomBytes(16).toString('hex')}`,
    LOG_LEVEL: 'info',
  }
  let sql: postgres.Sql
  let servers: SpawnedServer[]

  beforeAll(async () => {
    const clusterUrl = process.env.TEST_CLUSTER_URL ?? ''
    const name = `plaudit_test_${randomBytes(6).toString('hex')}`
    const admin = postgres(clusterUrl, { max: 1, onnotice: () => undefined })
    await admin.unsafe(`create database ${name}`)
    cleanUp.push(async () => {
      await dropDatabase(admin, name)
      await admin.end()
    })
    shared.DATABASE_URL = withDatabase(clusterUrl, name)
    servers = await Promise.all([spawnOn(shared), spawnOn(shared), spawnOn(shared)])
    await Promise.all(servers.map((server) => server.ready()))
    sql = postgres(shared.DATABASE_URL, { max: 1, onnotice: () => undefined })
    cleanUp.push(() => sql.end())
  })

  const endpoint = (index: number) => ({
    url: servers[index]?.url ?? '',
    publishableKey: shared.SUPABASE_PUBLISHABLE_KEY,
    jwtSecret: shared.JWT_SECRET,
    sql,
  })
  const post = (index: number, path: string, body: unknown, token?: string) =>
    raw(endpoint(index), path, { method: 'POST', body: JSON.stringify(body) }, token)

  test('apply each migration once and load the starter catalogue once', async () => {
    const migrations = (await readMigrations(MIGRATIONS_FOLDER)).map(({ version }) => version)
    const history = await sql<{ version: string }[]>`
      select version from supabase_migrations.schema_migrations order by version`
    expect(history.map(({ version }) => version)).toEqual(migrations)
    const applied = servers.flatMap((server) => [...server.output().matchAll(/"applied":(\d+)/g)])
    expect(applied.map(([, count]) => Number(count))).toEqual([migrations.length])
    const [counted] = await sql<{ tools: number; twice: number }[]>`
      select (select count(*)::int from public.tools) as tools,
        (select count(*)::int from (select slug from public.tools group by slug having count(*) > 1) t) as twice`
    expect(counted?.tools).toBeGreaterThan(60)
    expect(counted?.twice).toBe(0)
  })

  test('show what was written by another', async () => {
    const person = await member(endpoint(0))
    const [tool] = await sql<{ id: string; slug: string }[]>`select id, slug from public.tools limit 1`
    const row = { tool_id: tool?.id, user_id: person.id, reason: 'Through the second' }
    expect((await post(1, '/rest/v1/tool_upvotes', row, person.accessToken)).status).toBe(201)
    for (const { url } of servers)
      expect(await (await fetch(`${url}/tools/${tool?.slug}`)).text()).toContain('Through the second')
  })

  test('share sessions: begun on one, used and refreshed on the next, ended on the third, for all', async () => {
    interface Tokens {
      access_token: string
      refresh_token: string
    }
    const { id, email, password } = await member(endpoint(0))
    const refresh = (index: number, { refresh_token }: Tokens) =>
      post(index, '/auth/v1/token?grant_type=refresh_token', { refresh_token })
    const begun: Tokens = await (
      await post(0, '/auth/v1/token?grant_type=password', { email, password })
    ).json()
    const user = await raw(endpoint(1), '/auth/v1/user', {}, begun.access_token)
    expect(await user.json()).toMatchObject({ id })
    const refreshed = await refresh(1, begun)
    expect(refreshed.status).toBe(200)
    const tokens: Tokens = await refreshed.json()

    const ended = await post(2, '/auth/v1/logout?scope=global', {}, tokens.access_token)
    expect(ended.status).toBe(204)
    for (const index of [0, 1, 2]) {
      expect((await refresh(index, tokens)).status).toBe(400)
      expect((await raw(endpoint(index), '/auth/v1/user', {}, tokens.access_token)).status).toBe(403)
      const write = { method: 'PATCH', body: JSON.stringify({ full_name: 'From beyond' }) }
      const path = `/rest/v1/profiles?id=eq.${id}`
      expect((await raw(endpoint(index), path, write, tokens.access_token)).status).toBe(401)
    }
  })
})

test('with SUPABASE_URL pages come from that project, and there is no database or API here', async () => {
  const project = await startTestServer()
  onTestFinished(() => project.close())
  await project.sql`
    insert into public.tools (name, slug, short_description, website_url)
    values ('Far Away', 'far-away', 'Lives in another project.', 'https://example.org/')`
  const pages = await spawnOn({
    SUPABASE_URL: project.url,
    SUPABASE_PUBLISHABLE_KEY: project.publishableKey,
  })
  await pages.ready()
  const home = await fetch(pages.url)
  expect(await home.text()).toContain('Far Away')
  expect(home.headers.get('content-security-policy')).toContain(`connect-src 'self' ${project.url}`)
  const terms = await (await fetch(`${pages.url}/terms`)).text()
  expect(terms).toContain(`"apiUrl":"${project.url}"`)
  const api = await fetch(`${pages.url}/rest/v1/tools`, { headers: { apikey: project.publishableKey } })
  expect(api.status).toBe(404)
  expect(await (await fetch(`${pages.url}/tools/far-away`)).text()).toContain('Lives in another project.')

  // Its changes are not notified: a cached answer lives three seconds.
  const status = async () => (await fetch(pages.url)).headers.get('cache-status')
  await expect.poll(status).toBe('plaudit; hit')
  await project.sql`
    insert into public.tools (name, slug, short_description, website_url)
    values ('Came Later', 'came-later', 'Not there at first.', 'https://example.org/')`
  await expect.poll(async () => (await fetch(pages.url)).text()).toContain('Came Later')
})

describe('a mail server', () => {
  const signUp = async (smtpUrl: string) => {
    const server = await startTestServer({ SMTP_URL: smtpUrl })
    onTestFinished(() => server.close())
    const asked = performance.now()
    const response = await raw(server, '/auth/v1/signup', {
      method: 'POST',
      body: JSON.stringify({
        email: 'waiting@example.org',
        password: 'long enough',
        data: { full_name: 'Waiting', username: 'waiting' },
      }),
    })
    return { server, status: response.status, took: performance.now() - asked }
  }

  test('that accepts and never answers delays no sign-up', async () => {
    const silent = createServer()
    const port = await freePort()
    await new Promise<void>((resolve) => silent.listen(port, '127.0.0.1', resolve))
    cleanUp.push(() => new Promise((resolve) => silent.close(resolve)))
    const { status, took } = await signUp(`smtp://127.0.0.1:${port}`)
    expect(status).toBe(200)
    expect(took).toBeLessThan(3000)
  })

  test('that refuses is logged, without the address, and the sign-up stands', async () => {
    const { server, status } = await signUp(`smtp://127.0.0.1:${await freePort()}`)
    expect(status).toBe(200)
    for (let waited = 0; waited < 5000 && !server.output().includes('mail could not be sent'); waited += 50)
      await sleep(50)
    expect(server.output()).toContain('mail could not be sent')
    expect(server.output()).not.toContain('waiting@example.org')
    const [row] = await server.sql<
      { count: number }[]
    >`select count(*)::int as count from auth.pending_sign_ups`
    expect(row?.count).toBe(1)
  })
})
