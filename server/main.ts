import type { IncomingMessage, ServerResponse } from 'node:http'
import { flushCompileCache } from 'node:module'
import process from 'node:process'
import type { Server } from 'srvx'
import { NodeRequest, serve } from 'srvx/node'
import type { HotPath } from './cache/hot-path.ts'
import { type Config, readConfig, StartError } from './config.ts'
import { type OpenApp, openApp } from './open-app.ts'

/**
 * The production process: read the configuration, open the app, serve, and on SIGTERM or SIGINT answer what is in
 * flight, close the database and end.
 */

/** Requests in flight get this long; the whole process must be gone within five seconds. */
const DRAIN_MS = 2500
const END_MS = 4800

const print = (line: string) => process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const opening = openApp({ config, print })
  const server = serve({
    hostname: config.host,
    port: config.port,
    trustProxy: config.trustProxy,
    gracefulShutdown: false,
    silent: true,
    manual: true,
    fetch: async (request) => (await opening).fetch(request, request.ip ?? ''),
  })
  stopOnSignals(opening, server)

  const app = await opening
  if (stopping) return
  answerFirst(server, app.hotPath(ipWith(config.trustProxy)))
  try {
    await server.serve()
  } catch (error) {
    await app.close()
    throw explainListenError(error, config.host, config.port)
  }
  app.log.info({ url: server.url, pid: process.pid }, 'listening')
  // Not at the end of the process, as it would be: it may be killed.
  flushCompileCache()
  print(`\n  ${config.productName} is running at ${config.publicUrl}\n`)
  if (config.supabaseUrl) return
  print('  To become administrator: sign up, verify your address, then run')
  print('    npm run cli -- admin grant you@example.org\n')
}

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

let stopping = false

/** A signal during the start is obeyed once there is something to close: a half-open database would be left behind. */
function stopOnSignals(opening: Promise<OpenApp>, server: Server): void {
  const stop = async (reason: string) => {
    if (stopping) return
    stopping = true
    // Whatever hangs, the process ends.
    setTimeout(() => process.exit(1), END_MS).unref()
    const app = await opening.catch(() => process.exit(1))
    app.log.info({ reason }, 'stopping')
    const drained = server.close()
    await Promise.race([drained, new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref())])
    await server.close(true)
    await app.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => void stop(signal))
  // The launcher holds the other end: when it is gone, killed or not, nobody else will tell us to stop.
  if (process.connected) process.on('disconnect', () => void stop('launcher gone'))
}

function explainListenError(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE')
    return new StartError(
      `PORT ${port} on ${host} is taken by another program: stop it, or set PORT to a free one`,
    )
  if (code === 'EACCES')
    return new StartError(`PORT ${port} may not be opened by this user: choose one above 1023`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartError(`HOST ${host} is no address of this machine`)
  return error
}

// Everything has been compiled by now, and is kept (scripts/lib.mjs).
if (process.argv.includes('--compile-only')) process.exit(0)

main().catch((error: unknown) => {
  if (error instanceof StartError)
    for (const line of error.message.split('\n')) process.stderr.write(`plaudit: ${line}\n`)
  else
    process.stderr.write(
      `plaudit: unexpected failure at start: ${error instanceof Error ? error.stack : error}\n`,
    )
  process.exit(1)
})
