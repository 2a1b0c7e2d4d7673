import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { request } from 'node:https'
import path from 'node:path'
import tls from 'node:tls'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { readConfig } from '../../server/lib/config.ts'
import { type Caddy, startCaddy } from '../support/caddy.ts'
import { freePort } from '../support/free-port.ts'
import { startSecondProcess } from '../support/second-process.ts'
import { type ServerProcess, startServerProcess } from '../support/test-server.ts'
import { addTool } from './rows.ts'

/** The files of deploy/ beside the image, as far as they can be tested without containers and systemd. */
vi.setConfig({ testTimeout: 60_000 })

const DEPLOY = path.join(import.meta.dirname, '../../deploy')
const text = (file: string) => readFileSync(path.join(DEPLOY, file), 'utf8')

describe('compose.yaml', () => {
  const Service = z.object({
    environment: z.record(z.string(), z.string()).default({}),
    volumes: z.array(z.string()),
    depends_on: z
      .union([z.array(z.string()), z.record(z.string(), z.object({ condition: z.string() }))])
      .optional(),
    healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  })
  const Compose = z.object({
    services: z.record(z.string(), Service),
    volumes: z.record(z.string(), z.null()),
  })
  const { services, volumes } = Compose.parse(parse(text('compose.yaml')))
  /** With the variables of deploy/.env substituted, as the engine does. */
  const fill = (value: string, env: Record<string, string>) =>
    value.replaceAll(/\$\{(\w+)(?::[?-][^}]*)?\}/g, (_, name: string) => env[name] ?? '')
  const given = { DOMAIN: 'tools.example.org', POSTGRES_PASSWORD: 'a-long-word' }

  test('names services, volumes and files that exist', () => {
    for (const { volumes: mounted, depends_on } of Object.values(services)) {
      const names = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on ?? {})
      for (const name of names) expect(services).toHaveProperty(name)
      for (const [source = ''] of mounted.map((line) => line.split(':')))
        expect(
          source.startsWith('.') ? existsSync(path.join(DEPLOY, source)) : source in volumes,
          source,
        ).toBe(true)
    }
    // A service that others depend on has a health check.
    expect(services.database?.healthcheck?.test.join(' ')).toContain('pg_isready')
  })

  test('gives the process a valid configuration', () => {
    const environment = services.app?.environment ?? {}
    const filled = Object.entries(environment).map(([name, value]) => [name, fill(value, given)])
    const config = readConfig(Object.fromEntries(filled))
    expect(config).toMatchObject({
      publicUrl: 'https://tools.example.org',
      databaseUrl: 'postgres://plaudit:a-long-word@database:5432/plaudit',
      trustProxy: true,
    })
    const known = readFileSync(path.join(DEPLOY, '../README.md'), 'utf8')
    for (const name of Object.keys(environment)) expect(known, name).toContain(`\`${name}\``)
  })

  test('gives the proxy the variables of the Caddyfile', () => {
    const asked = [...text('Caddyfile').matchAll(/\{\$(\w+)/g)].map(([, name]) => name)
    expect(Object.keys(services.proxy?.environment ?? {}).sort()).toEqual(asked.sort())
  })
})

describe('the Caddyfile', () => {
  test('terminates TLS, forwards the client’s address, and waits while the process restarts', async () => {
    const [port, own] = [await freePort(), await freePort()]
    const env = { PORT: String(own), PUBLIC_URL: `https://localhost:${port}`, TRUST_PROXY: 'loopback' }
    const server = await startServerProcess(env)
    // Not in `finally`, which a test that runs out of time does not reach.
    onTestFinished(() => server.close())
    const caddy = await startCaddy({ port, upstream: `127.0.0.1:${own}` })
    onTestFinished(() => caddy.close())
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), caddy.certificate])
    await expectPages(server, caddy)
    await expectClients(server, caddy)
    server.process.kill('SIGTERM')
    await vi.waitFor(() => expect(server.process.exitCode).toBe(0), 30_000)
    const waiting = fetch(caddy.url)
    const again = startSecondProcess(server, env)
    onTestFinished(async () => (await again).close())
    expect((await waiting).status).toBe(200)
  })

  async function expectPages({ sql }: ServerProcess, { url, plainUrl }: Caddy): Promise<void> {
    const { slug } = await addTool(sql)
    const page = await fetch(`${url}/tools/${slug}`, { headers: { 'accept-encoding': 'br' } })
    expect(page.status).toBe(200)
    expect(page.headers.get('content-encoding')).toBe('br')
    expect(page.headers.get('strict-transport-security')).toContain('max-age')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await page.text()).toContain(`<link rel="canonical" href="${url}/tools/${slug}"`)
    const etag = page.headers.get('etag') ?? ''
    expect((await fetch(`${url}/tools/${slug}`, { headers: { 'if-none-match': etag } })).status).toBe(304)
    const led = await fetch(`${plainUrl}/tools/x?sort=newest`, { redirect: 'manual' })
    expect(led.status).toBe(308)
    expect(led.headers.get('location')).toBe('https://localhost/tools/x?sort=newest')
  }

  /** Sixty mails per client, whatever address it claims. */
  async function expectClients({ publishableKey }: ServerProcess, { url }: Caddy): Promise<void> {
    const recover = (localAddress: string, number: number) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = {
          apikey: publishableKey,
          'content-type': 'application/json',
          'x-forwarded-for': `203.0.113.${number}`,
        }
        const target = { host: '127.0.0.1', servername: 'localhost', port: new URL(url).port, localAddress }
        const asked = request(
          { ...target, method: 'POST', path: '/auth/v1/recover', headers: { host: 'localhost', ...headers } },
          (response) => response.resume().on('end', () => resolve(response.statusCode)),
        )
        asked.on('error', reject).end(JSON.stringify({ email: `somebody-${number}@example.org` }))
      })
    const statuses = await Promise.all(
      Array.from({ length: 61 }, (_, number) => recover('127.0.0.2', number)),
    )
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    expect(await recover('127.0.0.3', 99)).toBe(200)
  }
})

test.runIf(spawnSync('systemd-analyze', ['--version']).status === 0)(
  'systemd understands plaudit.service',
  () => {
    const { status, stderr } = spawnSync(
      'systemd-analyze',
      ['verify', path.join(DEPLOY, 'plaudit.service')],
      {
        encoding: 'utf8',
      },
    )
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  },
)
