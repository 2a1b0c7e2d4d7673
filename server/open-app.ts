import { createApp } from './app.ts'
import { createAssets } from './assets.ts'
import { type Backend, openBackend } from './backend/open-backend.ts'
import type { Config } from './config.ts'
import { createConfirm } from './confirm.ts'
import { prepareDataDir } from './data-dir.ts'
import { createLog, type Logger } from './log.ts'
import { answerPage, loadPages, offerToPages } from './pages.ts'
import { openStorage } from './storage/open-storage.ts'
import { openTransfer } from './transfer/open-transfer.ts'

export interface OpenApp {
  log: Logger
  /** Answers a request of the client with this address. */
  fetch(request: Request, ip: string): Promise<Response> | Response
  backend: Backend | undefined
  close(): Promise<void>
}

export interface OpenAppOptions {
  config: Config
  print(line: string): void
  log?: Logger
  /** `elsewhere`: something else renders them (Vite, in development), only the backend is wanted. */
  pages?: 'built' | 'elsewhere'
}

/** Opens everything one process serves: the backend of the configuration, the pages before it, the pipeline. */
export async function openApp({
  config,
  print,
  log = createLog(config.logLevel),
  pages = 'built',
}: OpenAppOptions): Promise<OpenApp> {
  const { supabaseUrl, publishableKey = '' } = config
  if (supabaseUrl) await prepareDataDir(config.dataDir)
  const backend = supabaseUrl ? undefined : await openBackend({ config, log, print })
  const storage = backend && (await openStorage({ config, log, sql: backend.sql, keys: backend }))
  const transfer =
    backend &&
    openTransfer({
      database: backend.database,
      jwtSecret: backend.jwtSecret,
      dataDir: config.dataDir,
      log,
    })
  const close = async () => {
    await transfer?.close()
    await storage?.close()
    await backend?.close()
  }
  try {
    const apiUrl = supabaseUrl ?? config.publicUrl
    const environment = {
      productName: config.productName,
      publicUrl: config.publicUrl,
      apiUrl,
      publishableKey: backend?.publishableKey ?? publishableKey,
      social: config.social,
    }
    const api = backend ? backend.fetch : (request: Request) => fetch(request)
    offerToPages({ environment, fetch: api })
    const render = pages === 'built' ? await loadPages() : () => new Response(null, { status: 404 })
    const app = createApp(config, log, backend?.jwtSecret ?? publishableKey, {
      api: backend && { fetch: backend.fetch, jwtSecret: backend.jwtSecret },
      storage,
      transfer,
      asset: createAssets(),
      page: (request) => answerPage(render, request, supabaseUrl),
      confirm: createConfirm(api, apiUrl, environment.publishableKey),
      isReady: backend ? backend.isReady : async () => true,
    })
    return {
      log,
      fetch: (request, ip) => app.fetch(request, { ip }),
      backend,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
