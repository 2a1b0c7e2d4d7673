import { closeSync, openSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '../support/clone-database.ts'
import { freePort } from '../support/free-port.ts'
import { spawnServer } from '../support/spawn-server.ts'

/** The device says at every write that no space is left. */
const FULL = '/dev/full'

test('a process whose log has no space left goes on', { timeout: 60_000 }, async () => {
  const [database, dataDir, port] = await Promise.all([
    cloneDatabase(),
    mkdtemp(path.join(tmpdir(), 'plaudit-full-')),
    freePort(),
  ])
  const full = openSync(FULL, 'w')
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: String(port),
    SEED: 'none',
    LOG_LEVEL: 'info',
  }
  const server = spawnServer(env, full)
  onTestFinished(async () => {
    server.process.kill('SIGKILL')
    await server.ended
    closeSync(full)
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  await server.ready()
  for (const address of ['/', '/nowhere', `/${'x'.repeat(30_000)}`, '/rest/v1/tools', '/healthz'])
    expect((await fetch(server.url + address)).status).toBeLessThan(500)
  expect(server.process.exitCode).toBeNull()
  server.process.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})
