import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { prepareDataDir } from './host/data-dir.ts'
import { createReadScheduler, unscheduled } from './host/database/read-scheduler.ts'
import { PAGE_RULES } from './host/database/scheduler-rules.ts'
import { createApp } from './http/app.ts'
import { createCachedPages } from './http/cache/cached-pages.ts'
import { type Changes, listenForChanges } from './http/cache/changes.ts'
import { createMemory } from './http/cache/memory.ts'
import { createPublicReads } from './http/cache/public-reads.ts'
import { toResponse } from './http/cache/send.ts'
import { createMetrics } from './http/metrics.ts'
import { limitersInMemory, openSharedLimiters } from './http/middleware/limiters.ts'
import { createRequestLog } from './http/middleware/request-log.ts'
import { createAssets } from './http/pages/assets.ts'
import { createConfirm } from './http/pages/confirm.ts'
import { createPages, loadPages, offerToPages } from './http/pages/render-pages.ts'
import { TextResponse } from './http/pages/text-response.ts'
import { createPreviews } from './http/previews/previews.ts'
import { createIcons } from './http/seo/icons.ts'
import { createSeo } from './http/seo/routes.ts'
import { createVisits } from './http/visits.ts'
import { createImages } from './images/images.ts'
import type { Config } from './lib/config.ts'
import { Deadline, END_MS, RESERVE_MS } from './lib/deadline.ts'
import { createReport, type Report } from './lib/errors.ts'
import { createLog, type Logger } from './lib/log.ts'
import { VERSION } from './lib/version.ts'
import { openBackend } from './open-backend.ts'
import { openImportExport } from './product/import-export/routes.ts'
import { languageOf, loadLanguages } from './product/languages.ts'
import { createReader } from './product/reader.ts'
import { createSiteReader } from './product/site.ts'
import type { Internet } from './product/workers.ts'
import { openLogos } from './supabase/storage/open-logos.ts'

interface OpenAppOptions {
  config: Config
  print(line: string): void
  log?: Logger
  report?: Report
  /** Cancels the opening: nothing is left running. */
  signal?: AbortSignal
  /** `elsewhere`: Vite renders the pages (in development), only the backend is needed. */
  pages?: 'built' | 'elsewhere'
  /** `share`: uses a running embedded database, and leaves it running. */
  database?: 'lock' | 'share'
  /** As in {@link openBackend}. */
  internet?: Internet
}

/** How long cached answers live where changes are not notified: a hosted project. */
const HOSTED_LIFETIME_MS = 3000

/** Opens everything one process serves: the configured backend, the pages before it, the pipeline. */
export async function openApp({
  config,
  print,
  log = createLog(config.logLevel),
  report = createReport(log),
  signal,
  pages: rendered = 'built',
  database = 'lock',
  internet,
}: OpenAppOptions) {
  const { supabaseUrl, publicUrl } = config
  if (supabaseUrl) await prepareDataDir(config.dataDir)
  const backend = supabaseUrl
    ? undefined
    : await openBackend({ config, log, report, signal, print, database, internet })
  /** What has been opened beside the backend. */
  const opened: { close(): unknown }[] = []
  const close = async (deadline = new Deadline(END_MS)) => {
    await deadline.wait(Promise.allSettled(opened.map(async (part) => part.close())), RESERVE_MS.parts)
    await backend?.close(deadline)
  }
  function keep<Part extends { close(): unknown }>(part: Part): Part {
    opened.push(part)
    return part
  }
  try {
    const storage = backend && keep(await openLogos({ config, log, report, sql: backend.sql, keys: backend }))
    const transfer =
      backend &&
      keep(
        openImportExport({
          database: backend.database,
          jwtSecret: backend.jwtSecret,
          dataDir: config.dataDir,
          report,
        }),
      )
    const shareLimits = backend?.isShared && config.rateLimits
    const limiters = shareLimits ? openSharedLimiters(backend.sql, report) : limitersInMemory
    // A separate process, so that many previews do not delay uploads.
    const cards = keep(createImages((error) => report('a preview could not be drawn', error)))
    const apiUrl = supabaseUrl ?? publicUrl
    const publishableKey = backend?.publishableKey ?? config.publishableKey ?? ''
    const scheduler = backend?.scheduler ?? unscheduled
    const pageQueue = config.rateLimits ? createReadScheduler(PAGE_RULES) : unscheduled
    const api = (backend ?? globalThis).fetch
    const maxBytes = rendered === 'built' ? config.cacheBytes : 0
    let changes: Changes | undefined
    const memory = createMemory(
      { maxBytes, lifetimeMs: backend ? undefined : HOSTED_LIFETIME_MS },
      () => changes,
    )
    if (backend && maxBytes > 0)
      changes = keep(
        listenForChanges({
          database: backend.database,
          onChange: memory.invalidate,
          onLost: memory.invalidateAll,
          report,
        }),
      )
    const reads = createPublicReads({
      memory,
      fetch: api,
      fetchForPage: backend?.fetchForPage ?? api,
      publishableKey,
    })
    const languages = await loadLanguages(config.languages)
    const environment = { publicUrl, apiUrl, publishableKey, overrides: config.overrides }
    const pageReader = createReader(reads.fetchForPage, apiUrl, publishableKey)
    const reader = createReader(api, apiUrl, publishableKey)
    const offered = languages.map(({ code, name, prefix }) => ({ code, name, url: publicUrl + prefix }))
    const prefixes = languages.map(({ prefix }) => prefix)
    /** What differs by language: pages, feeds, previews. */
    const fronts = await Promise.all(
      languages.map(async (language) => {
        const { code, prefix } = language
        const site = createSiteReader(pageReader, config.overrides, report, language)
        const served = async () => ({ ...(await site()), publicUrl: publicUrl + prefix, language })
        if (rendered === 'built')
          offerToPages(
            {
              environment: {
                ...environment,
                publicUrl: publicUrl + prefix,
                ...(offered.length > 1 && { languages: offered }),
              },
              fetch: reads.fetchForPage,
              site,
              respond: (text, init) => new TextResponse(text, init),
              report,
            },
            code,
          )
        return {
          prefix,
          site,
          pages:
            rendered === 'built'
              ? createPages({
                  built: await loadPages(code),
                  memory,
                  reads,
                  publicUrl,
                  prefix,
                  budget: scheduler,
                  queue: pageQueue,
                  apiOrigin: supabaseUrl,
                  report,
                })
              : undefined,
          seo: createSeo(
            {
              publicUrl: publicUrl + prefix,
              language,
              sitemaps: offered.map(({ url }) => `${url}/sitemap.xml`),
              prefixes,
              site: served,
              securityContact: config.securityContact,
            },
            reader,
            createPreviews({ reader, images: cards, site: served, charge: scheduler.charge }),
            createIcons({
              images: cards,
              site,
              fetchFile: (address) =>
                storage
                  ? storage.fetch(new Request(new URL(address, publicUrl)), '127.0.0.1')
                  : fetch(new URL(address, apiUrl)),
            }),
            report,
          ),
        }
      }),
    )
    const requestLog = createRequestLog(
      log,
      // The keys of a hosted project are public.
      backend?.jwtSecret ?? randomBytes(16).toString('base64url'),
      config.trustProxy !== false,
    )
    const metrics =
      config.metricsToken === undefined
        ? undefined
        : createMetrics({ token: config.metricsToken, version: VERSION, memory, backend, languages })
    const requests = metrics?.counting(requestLog) ?? requestLog
    const { site } = languageOf(fronts, '/')[0]
    const visits = backend && keep(createVisits({ sql: backend.sql, site, publicUrl, languages, report }))
    const app = createApp(report, requests, {
      api: backend,
      forClient: (client, work) => scheduler.forClient(client, () => pageQueue.forClient(client, work)),
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
      awaitInvalidations: memory.awaitInvalidations,
      seo: async (request) => {
        const url = new URL(request.url)
        const [{ seo }, pathname] = languageOf(fronts, url.pathname)
        return seo(request, pathname)
      },
      asset: createAssets(),
      page: async (request) => {
        const url = new URL(request.url)
        const [{ pages }, pathname] = languageOf(fronts, url.pathname)
        if (!pages) return new Response(null, { status: 404 })
        return toResponse(await pages.answer(pathname + url.search), request)
      },
      prefixes,
      visits,
      confirm: createConfirm(api, apiUrl, publishableKey),
      metrics,
      backup: backend?.backup,
      isReady: backend ? backend.isReady : async () => true,
    })
    signal?.throwIfAborted()
    return {
      log,
      /** Answers a request of the client with this address. */
      fetch: (request: Request, ip: string) => app.fetch(request, { ip }),
      /** Runs before it: answers from the cache at once. */
      cachedPages: (ipOf: (request: IncomingMessage) => string) =>
        createCachedPages({ memory, log: requests, visits, ipOf }),
      backend,
      /** The environment of the pages. */
      environment,
      /** The current settings of the site. */
      site,
      /** Shutdown begins: long work stops at the next opportunity, requests are still answered. */
      interrupt: () => transfer?.interrupt(),
      /** Stops an embedded database in any case. */
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
