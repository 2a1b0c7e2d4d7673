import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import tls from 'node:tls'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Caddy, startCaddy } from '../support/caddy.ts'
import { freePort } from '../support/free-port.ts'
import { startSecondProcess } from '../support/second-process.ts'
import { type ServerProcess, startServerProcess } from '../support/test-server.ts'
import { addTool } from './rows.ts'

/** The files of deploy/ beside the image, as far as they can be tested without containers and systemd. */

const DEPLOY = path.join(import.meta.dirname, '../../deploy')

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

test('the command line of the service has its variables, whatever a shell would make of them', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'plaudit-command-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'plaudit.env')
  const set = {
    PRODUCT_NAME: 'My Garden',
    MAIL_FROM: 'Garden <no-reply@tools.example.org>',
    DATABASE_URL: 'postgres://u:$HOME&x@db.example/plaudit?sslmode=require',
  }
  writeFileSync(
    file,
    `# A comment\n\nPRODUCT_NAME="${set.PRODUCT_NAME}"\nMAIL_FROM=${set.MAIL_FROM}\nDATABASE_URL=${set.DATABASE_URL}`,
  )
  const command = readFileSync(path.join(DEPLOY, 'plaudit'), 'utf8').replace('/etc/plaudit.env', file)
  writeFileSync(path.join(folder, 'plaudit'), command, { mode: 0o755 })
  writeFileSync(path.join(folder, 'runuser'), '#!/bin/sh\nenv\necho "$@"\n', { mode: 0o755 })
  const said = execFileSync(path.join(folder, 'plaudit'), ['site', 'set', 'name', 'A B'], {
    env: { PATH: `${folder}:${process.env.PATH}` },
    encoding: 'utf8',
  }).split('\n')
  for (const [name, value] of Object.entries({ ...set, DATA_DIR: '/var/lib/plaudit' }))
    expect(said).toContain(`${name}=${value}`)
  expect(said).toContain('--user plaudit -- node /opt/plaudit/scripts/cli.mjs site set name A B')
})
