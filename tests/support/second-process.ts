import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from './free-port.ts'
import { type SpawnedServer, spawnServer } from './spawn-server.ts'
import type { TestServer } from './test-server.ts'

export interface SecondProcess extends SpawnedServer {
  publishableKey: string
  close(): Promise<void>
}

/** Another process of the product on the database of a test server, with its keys; `env` overrides. */
export async function startSecondProcess(
  server: TestServer,
  env: Record<string, string> = {},
): Promise<SecondProcess> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'plaudit-second-'))
  const second = spawnServer({
    DATABASE_URL: server.databaseUrl,
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    SMTP_URL: server.mail.url,
    SEED: 'none',
    SUPABASE_PUBLISHABLE_KEY: server.publishableKey,
    SUPABASE_SECRET_KEY: server.secretKey,
    JWT_SECRET: server.jwtSecret,
    ...env,
  })
  await second.ready()
  return {
    ...second,
    publishableKey: server.publishableKey,
    close: async () => {
      second.process.kill('SIGTERM')
      await second.ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
