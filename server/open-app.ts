import type { IncomingMessage } from 'node:http'
import { createApp } from './app.ts'
import { createAssets } from './assets.ts'
import { type Backend, openBackend } from './backend/open-backend.ts'
import { withoutTurns } from './backend/visitor-turns.ts'
import { createHotPath, type HotPath } from './cache/hot-path.ts'
import { type Cache, openCache } from './cache/open-cache.ts'
import { toResponse } from './cache/send.ts'
import type { Config } from './config.ts'
import { createConfirm } from './confirm.ts'
import { prepareDataDir } from './data-dir.ts'
import { createFindable } from './findable/findable.ts'
import { createReader } from './findable/reader.ts'
import { createLog, type Logger } from './log.ts'
import { limitersInMemory, openSharedLimiters } from './middleware/limiters.ts'
import { createRequestLog } from './middleware/request-log.ts'
import { createPages, loadPages, offerToPages } from './pages.ts'
import { createPreviews } from './social/previews.ts'
import { createImages } from './storage/images.ts'
import { openStorage } from './storage/open-storage.ts'
import { TextResponse } from './text-response.ts'
import { openTransfer } from './transfer/open-transfer.ts'

export interface OpenApp {
  log: Logger
  /** Answers a request of the client with this address. */
  fetch(request: Request, ip: string): Promise<Response> | Response
  /** Before it: answers at once what is at hand for everyone. */
  hotPath(ipOf: (request: IncomingMessage) => string): HotPath
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
  pages: rendered = 'built',
}: OpenAppOptions): Promise<OpenApp> {
  const { supabaseUrl, publicUrl } = config
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
  const shareLimits = backend?.isShared && config.rateLimits
  const limiters = shareLimits ? openSharedLimiters(backend.sql, log) : limitersInMemory
  // A process of its own, so that a crowd of previews keeps no upload waiting.
  const cards = createImages((reason) => log.error({ reason }, 'a preview could not be drawn'))
  let cache: Cache | undefined
  const close = async () => {
    cards.close()
    limiters.stop()
    await cache?.close()
    await transfer?.close()
    await storage?.close()
    await backend?.close()
  }
  try {
    const apiUrl = supabaseUrl ?? publicUrl
    const publishableKey = backend?.publishableKey ?? config.publishableKey ?? ''
    const turns = backend?.turns ?? withoutTurns
    const api = async (request: Request) => {
      if (isVisitors(request)) turns.admit()
      return (backend ?? globalThis).fetch(request)
    }
    cache = await openCache({
      maxBytes: rendered === 'built' ? config.cacheBytes : 0,
      backend,
      read: { fetch: api, fetchForPage: backend?.fetchForPage ?? api, publishableKey, apiUrl },
    })
    const { memory, reads } = cache
    const { productName, social } = config
    const environment = { productName, publicUrl, apiUrl, publishableKey, social }
    offerToPages({
      environment,
      fetch: reads.fetchForPage,
      respond: (text, init) => new TextResponse(text, init),
    })
    const pages =
      rendered === 'built'
        ? createPages({
            built: await loadPages(),
            memory,
            reads,
            publicUrl,
            admit: turns.admit,
            apiOrigin: supabaseUrl,
          })
        : undefined
    const reader = createReader(api, apiUrl, publishableKey)
    const requests = createRequestLog(log, backend?.jwtSecret ?? publishableKey, config.trustProxy !== false)
    const app = createApp(log, requests, {
      api: backend && { fetch: api },
      turns,
      limits:
        backend && config.rateLimits
          ? {
              limiters,
              jwtSecret: backend.jwtSecret,
              sql: backend.sql,
              isSecure: publicUrl.startsWith('https:'),
            }
          : undefined,
      storage,
      transfer,
      sharedRead: (request) => reads.answer(request)?.then((loaded) => toResponse(loaded, request)),
      settle: memory.settle,
      findable: createFindable(
        config,
        reader,
        createPreviews({ reader, images: cards, site: config, charge: turns.charge }),
      ),
      asset: createAssets(),
      page: async (request) => {
        const { pathname, search } = new URL(request.url)
        if (!pages) return new Response(null, { status: 404 })
        return toResponse(await pages.answer(pathname + search), request)
      },
      confirm: createConfirm(api, apiUrl, publishableKey),
      isReady: backend ? backend.isReady : async () => true,
    })
    return {
      log,
      fetch: (request, ip) => app.fetch(request, { ip }),
      hotPath: (ipOf) => createHotPath({ memory, log: requests, ipOf }),
      backend,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** A request to /rest/v1 with nothing but the public key: neither a person's token nor the operator's key. */
function isVisitors({ url, headers }: Request): boolean {
  const keys = `${headers.get('apikey') ?? ''} ${headers.get('authorization') ?? ''}`
  return new URL(url).pathname.startsWith('/rest/v1') && !/\.|sb_secret_/.test(keys)
}
