import process from 'node:process'
import { serve } from 'srvx/node'
import { readConfig, StartError } from './config.ts'
import { openApp } from './open-app.ts'

/**
 * The production process: read the configuration, open the app, serve, and on SIGTERM or SIGINT answer what is in
 * flight, close the database and end.
 */

/** Requests in flight get this long; the whole process must be gone within five seconds. */
const DRAIN_MS = 2500

const print = (line: string) => process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const app = await openApp({ config, print })
  const server = serve({
    hostname: config.host,
    port: config.port,
    trustProxy: config.trustProxy,
    gracefulShutdown: false,
    silent: true,
    manual: true,
    fetch: (request) => app.fetch(request, request.ip ?? ''),
  })

  let stopping = false
  const stop = async (reason: string, code: number) => {
    if (stopping) return
    stopping = true
    app.log.info({ reason }, 'stopping')
    // Whatever hangs, the process ends.
    setTimeout(() => process.exit(code || 1), 4800).unref()
    const drained = server.close()
    await Promise.race([drained, new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref())])
    await server.close(true)
    await app.close()
    process.exit(code)
  }
  process.on('SIGTERM', () => void stop('SIGTERM', 0))
  process.on('SIGINT', () => void stop('SIGINT', 0))
  process.on('SIGHUP', () => void stop('SIGHUP', 0))
  // The launcher holds the other end: when it is gone, killed or not, nobody else will tell us to stop.
  if (process.connected) process.on('disconnect', () => void stop('launcher gone', 0))

  try {
    server.serve()
    await server.ready()
  } catch (error) {
    await app.close()
    throw explainListenError(error, config.host, config.port)
  }
  app.log.info({ url: server.url, pid: process.pid }, 'listening')
  print(`\n  ${config.productName} is running at ${config.publicUrl}\n`)
  if (!config.supabaseUrl) print('  To become administrator: sign up, verify your address, then run')
  if (!config.supabaseUrl) print('    npm run cli -- admin grant you@example.org\n')
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

main().catch((error: unknown) => {
  if (error instanceof StartError)
    for (const line of error.message.split('\n')) process.stderr.write(`plaudit: ${line}\n`)
  else
    process.stderr.write(
      `plaudit: unexpected failure at start: ${error instanceof Error ? error.stack : error}\n`,
    )
  process.exit(1)
})
