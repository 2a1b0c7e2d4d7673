import { Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { flushCompileCache } from 'node:module'
import process from 'node:process'
import type { Server } from 'srvx'
import { NodeRequest, serve } from 'srvx/node'
import type { HotPath } from './cache/hot-path.ts'
import { type Config, readConfig } from './config.ts'
import { RESERVE_MS } from './deadline.ts'
import { createReport } from './errors.ts'
import { failStart } from './fail-start.ts'
import { expectListenable, explainListenError, followConnections } from './listening.ts'
import { createLog } from './log.ts'
import { openApp } from './open-app.ts'
import { stopOnSignals } from './stop-on-signals.ts'

/**
 * The production process: read the configuration, open the app, serve, and on SIGTERM or SIGINT answer what is in
 * flight, close the database and end.
 */

const print = (line: string) => process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const report = createReport(log)
  await expectListenable(config)
  const starting = new AbortController()
  const opening = openApp({ config, print, log, report, signal: starting.signal })
  const server = serve({
    hostname: config.host,
    port: config.port,
    trustProxy: config.trustProxy,
    gracefulShutdown: false,
    silent: true,
    manual: true,
    fetch: async (request) => (await opening).fetch(request, request.ip ?? ''),
  })
  let connections: ReturnType<typeof followConnections> | undefined

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
  answerFirst(server, app.hotPath(ipWith(config.trustProxy)))
  const node = server.node?.server
  if (node instanceof HttpServer) connections = followConnections(node)
  try {
    await server.serve()
  } catch (error) {
    await app.close()
    throw explainListenError(error, config.host, config.port)
  }
  log.info({ url: server.url, pid: process.pid }, 'listening')
  // Not at the end of the process, as it would be: it may be killed.
  flushCompileCache()
  print(`\n  ${config.productName} is running at ${config.publicUrl}\n`)
  if (config.supabaseUrl) return
  print('  To become administrator: sign up, verify your address, then run')
  print('    npm run cli -- admin grant you@example.org\n')
}

const CRASHED = 'crashed'

/** Puts the hot path before the listener that makes a Request of everything. */
function answerFirst(server: Server, hotPath: HotPath): void {
  const node = server.node?.server
  const [further] = node?.listeners('request') ?? []
  if (!node || !further) return
  node.removeAllListeners('request')
  node.on('request', (request: IncomingMessage, response: ServerResponse) => {
    hotPath.answer(request, response, () => Reflect.apply(further, node, [request, response]))
  })
}

/** The client's address behind the proxies that are trusted, read as the pipeline's requests read it. */
const ipWith = (trustProxy: Config['trustProxy']) => (req: IncomingMessage) =>
  trustProxy === false ? (req.socket.remoteAddress ?? '') : (new NodeRequest({ req, trustProxy }).ip ?? '')

// Everything has been compiled by now, and is kept (scripts/lib.mjs).
if (process.argv.includes('--compile-only')) process.exit(0)

main().catch(failStart)
