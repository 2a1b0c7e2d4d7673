import { flushCompileCache } from 'node:module'
import process from 'node:process'
import { failStart } from './host/fail-start.ts'
import { stopOnSignals } from './host/stop-on-signals.ts'
import { listen } from './http/listen.ts'
import { type Connections, expectListenable } from './http/listening.ts'
import { readConfig } from './lib/config.ts'
import { RESERVE_MS } from './lib/deadline.ts'
import { createReport } from './lib/errors.ts'
import { createLog, surviveFailedOutput } from './lib/log.ts'
import { openApp } from './open-app.ts'

/**
 * The production process: reads the configuration, opens the app, serves, and on SIGTERM or SIGINT finishes requests in
 * flight, closes the database and ends.
 */

const print = (line: string) => process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  surviveFailedOutput()
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const report = createReport(log)
  await expectListenable(config)
  const starting = new AbortController()
  const opening = openApp({ config, print, log, report, signal: starting.signal })
  let connections: Connections | undefined

  const { stop, isStopping } = stopOnSignals(async (deadline, reason) => {
    log.info({ reason }, 'stopping')
    starting.abort()
    const app = await opening.catch(() => undefined)
    app?.interrupt()
    if (connections) await deadline.wait(connections.close(), RESERVE_MS.requests)
    connections?.cutOff()
    await app?.close(deadline)
    return reason === CRASHED ? 1 : 0
  })
  process.on('unhandledRejection', (error) => report('a promise was rejected and nobody took notice', error))
  process.on('uncaughtException', (error) => {
    report('an error nobody caught ends the process', error)
    stop(CRASHED)
  })

  const app = await opening.catch((error: unknown) => {
    if (!isStopping()) throw error
  })
  if (!app || isStopping()) return
  const listener = listen(app, config)
  connections = listener.connections
  log.info({ url: await listener.url, pid: process.pid }, 'listening')
  // Now instead of at exit: the process may be killed.
  flushCompileCache()
  print(`\n  ${(await app.site()).name} is running at ${config.publicUrl}\n`)
  if (config.supabaseUrl) return
  print('  To become administrator: sign up, verify your address, then run')
  print('    npm run cli -- admin grant you@example.org\n')
}

const CRASHED = 'crashed'

// Everything has been compiled by now: write the compile cache (scripts/lib.mjs).
if (process.argv.includes('--compile-only')) process.exit(0)

main().catch(failStart)
