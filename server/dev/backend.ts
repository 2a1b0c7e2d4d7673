import process from 'node:process'
import { serve } from 'srvx/node'
import { failStart } from '../host/fail-start.ts'
import { stopOnSignals } from '../host/stop-on-signals.ts'
import { readConfig } from '../lib/config.ts'
import { RESERVE_MS } from '../lib/deadline.ts'
import { openApp } from '../open-app.ts'
import { type BackendReady, SITE_PATH } from './backend-process.ts'

/** The backend of `npm run dev`: restarted whenever its code changes, on the same database. */
async function main(): Promise<void> {
  const starting = new AbortController()
  const opening = openApp({
    config: readConfig(process.env),
    print: (line) => process.stdout.write(`${line}\n`),
    pages: 'elsewhere',
    database: 'share',
    signal: starting.signal,
  })
  stopOnSignals(async (deadline) => {
    starting.abort()
    const app = await opening.catch(() => undefined)
    await deadline.wait(Promise.resolve(app?.close(deadline)), RESERVE_MS.database)
    return 0
  })
  const app = await opening.catch((error: unknown) => {
    if (!starting.signal.aborted) throw error
  })
  if (!app) return
  const server = serve({
    hostname: '127.0.0.1',
    port: 0,
    silent: true,
    gracefulShutdown: false,
    fetch: async (request) =>
      new URL(request.url).pathname === SITE_PATH
        ? Response.json(await app.site())
        : app.fetch(request, '127.0.0.1'),
  })
  await server.ready()
  const ready: BackendReady = { origin: new URL(server.url ?? '').origin, environment: app.environment }
  process.send?.(ready)
}

main().catch(failStart)
