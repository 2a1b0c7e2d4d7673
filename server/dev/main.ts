import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import process from 'node:process'
import { createServer as createVite, type Plugin, type ViteDevServer } from 'vite'
import type { Site } from '#shared/site.ts'
import { openDatabase } from '../host/database/open-database.ts'
import { failStart } from '../host/fail-start.ts'
import { stopOnSignals } from '../host/stop-on-signals.ts'
import { expectListenable } from '../http/listening.ts'
import { offerToPages } from '../http/pages/render-pages.ts'
import { readConfig } from '../lib/config.ts'
import { RESERVE_MS } from '../lib/deadline.ts'
import { createReport } from '../lib/errors.ts'
import { createLog } from '../lib/log.ts'
import {
  type BackendProcess,
  isBackendFile,
  isBackendPath,
  SITE_PATH,
  startBackendProcess,
} from './backend-process.ts'

/**
 * npm run dev: pages from Vite, in front of a backend that is restarted when its code changes. The database belongs to
 * this process and keeps running. It never restarts, so it imports nothing of the product itself.
 */

const ROOT = path.join(import.meta.dirname, '../..')

async function main(): Promise<void> {
  const config = readConfig(process.env)
  await expectListenable(config)
  const starting = new AbortController()
  const isOwn = !config.databaseUrl && !config.supabaseUrl
  const database = isOwn ? openDatabase(config, 'lock', starting.signal) : Promise.resolve(undefined)
  let backend: BackendProcess | undefined
  let vite: ViteDevServer | undefined
  stopOnSignals(async (deadline) => {
    starting.abort()
    await deadline.wait(Promise.all([backend?.stop(), vite?.close()]), RESERVE_MS.connections)
    await (await database.catch(() => undefined))?.close(deadline)
    return 0
  })

  await database
  const running = startBackendProcess(() => vite?.ws.send({ type: 'full-reload' }))
  backend = running
  const { environment } = await running.ready()
  const fetchFromBackend = async (request: Request) => {
    const { pathname, search } = new URL(request.url)
    return fetch(new Request((await running.ready()).origin + pathname + search, request))
  }
  const readSite = async (): Promise<Site> => {
    const response = await fetch((await running.ready()).origin + SITE_PATH)
    return response.json()
  }
  let site = await readSite()
  offerToPages(
    {
      environment,
      fetch: fetchFromBackend,
      // The last one while the backend does not start.
      site: async () => {
        site = await readSite().catch(() => site)
        return site
      },
      respond: (text, init) => new Response(text, init),
      report: createReport(createLog(config.logLevel)),
    },
    config.languages[0] ?? 'en',
  )
  // Read by vite.config.ts.
  process.env.PAGES_LANGUAGE = config.languages[0]
  vite = await createVite({
    root: ROOT,
    server: {
      host: config.host,
      port: config.port,
      strictPort: true,
      // The running site writes there all the time.
      watch: { ignored: [`${config.dataDir}/**`] },
      warmup: { clientFiles: ['src/client.tsx', 'src/styles/app.css'], ssrFiles: ['src/server.tsx'] },
    },
    plugins: [backendPlugin(running)],
  })
  await vite.listen()
  // The first page compiles the code all pages share: do that before printing the address.
  await fetch(new URL('/', vite.resolvedUrls?.local[0] ?? config.publicUrl)).catch(() => undefined)
  process.stdout.write(`\n  ${site.name} is running at ${config.publicUrl} (development)\n\n`)
}

/** Proxies everything but Vite's requests to the backend, and restarts it when one of its files changes. */
function backendPlugin(backend: BackendProcess): Plugin {
  return {
    name: 'plaudit-backend',
    configureServer: ({ middlewares, watcher }) => {
      watcher.on('all', (_event, file) => {
        if (isBackendFile(path.relative(ROOT, file))) backend.restart()
      })
      middlewares.use((request, response, next) => {
        const confirms = request.method === 'POST' && request.url?.startsWith('/auth/confirm')
        if (!confirms && !isBackendPath(request.url ?? '')) return next()
        backend.ready().then(
          ({ origin }) => passOn(origin, request, response),
          (error: Error) => response.writeHead(503).end(error.message),
        )
      })
    },
  }
}

function passOn(origin: string, request: IncomingMessage, response: ServerResponse): void {
  const { method, headers, url = '/' } = request
  const out = ask(origin + url, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  out.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()))
  response.on('close', () => out.destroy())
  request.pipe(out)
}

main().catch(failStart)
