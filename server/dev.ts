import process from 'node:process'
import { serve } from 'srvx/node'
import { createServer as createVite } from 'vite'
import { readConfig, StartError } from './config.ts'
import { openApp } from './open-app.ts'

/** npm run dev: the same backend and pipeline, the pages from Vite as they are being written. */

const BACKEND_PATHS =
  /^\/(auth\/v1|rest\/v1|storage\/v1|transfer\/v1|healthz|readyz|sitemaps|social|\.well-known)(\/|\?|$)|^\/([^?]*\/)?(feed\.xml|sitemap\.xml|robots\.txt|manifest\.webmanifest)(\?|$)/

const print = (line: string) => process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const app = await openApp({ config, print, pages: 'elsewhere' })
  // Never listens: Vite's own server hands it what is not Vite's.
  const backend = serve({
    manual: true,
    silent: true,
    gracefulShutdown: false,
    fetch: (request) => app.fetch(request, '127.0.0.1'),
  })
  const vite = await createVite({
    server: { host: config.host, port: config.port, strictPort: true },
    plugins: [
      {
        name: 'plaudit-backend',
        configureServer: ({ middlewares }) => {
          middlewares.use((request, response, next) => {
            const confirms = request.method === 'POST' && request.url?.startsWith('/auth/confirm')
            if (confirms || BACKEND_PATHS.test(request.url ?? ''))
              backend.node?.server?.emit('request', request, response)
            else next()
          })
        },
      },
    ],
  })
  const stop = async () => {
    await vite.close()
    await app.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => void stop())
  if (process.connected) process.on('disconnect', () => void stop())
  await vite.listen()
  print(`\n  ${config.productName} is running at ${config.publicUrl} (development)\n`)
}

main().catch((error: unknown) => {
  const lines =
    error instanceof StartError ? error.message : String(error instanceof Error ? error.stack : error)
  for (const line of lines.split('\n')) process.stderr.write(`plaudit: ${line}\n`)
  process.exit(1)
})
