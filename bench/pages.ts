import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../tests/support/free-port.ts'
import { type SpawnedServer, spawnServer } from '../tests/support/spawn-server.ts'
import { withBareServer } from './bare-server.ts'
import { fire, lineOf, residentMegabytes } from './fire.ts'

const PAGES = ['/', '/tools/github-copilot', '/categories', '/terms']

/** Starts the product on the starter catalogue, with its default logging; `env` overrides. */
export async function withServer<T>(
  env: Record<string, string>,
  work: (server: SpawnedServer) => Promise<T>,
): Promise<T> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'plaudit-bench-'))
  const server = spawnServer({ DATA_DIR: dataDir, PORT: String(await freePort()), LOG_LEVEL: 'info', ...env })
  try {
    await server.ready()
    return await work(server)
  } finally {
    server.process.kill('SIGTERM')
    await server.ended
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Cached pages beside the bare server; then the same pages rendered for each request. */
export async function measurePages(print: (line: string) => void): Promise<void> {
  for (const [what, env] of [
    ['from memory', {}],
    ['made anew', { CACHE_MB: '0', RATE_LIMITS: 'off' }],
  ] as const)
    await withServer(env, async (server) => {
      for (const page of PAGES) {
        const ours = await fire(`${page} ${what}`, server.url + page)
        const bare = await withBareServer(server.url + page, (url) => fire(`${page} bare node:http`, url))
        print(lineOf(ours, bare))
        print(lineOf(bare))
      }
      print(`memory of the node process after it: ${await residentMegabytes(server.process.pid ?? 0)} MB\n`)
    })
}
