import type postgres from 'postgres'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { DailyBackup } from '../host/backup/daily.ts'
import type { ReadScheduler } from '../host/database/read-scheduler.ts'
import type { Jobs } from '../product/jobs.ts'
import { type Language, languageOf } from '../product/languages.ts'
import type { MailWorker } from '../product/mails/send-mails.ts'
import { COUNTED_PAGES, PAGES_OF_ONE } from '../product/numbers/subjects.ts'
import { isSameSecret } from '../supabase/auth/secrets.ts'
import type { Memory } from './cache/memory.ts'
import type { RequestLog } from './middleware/request-log.ts'

interface Options {
  /** METRICS_TOKEN. */
  token: string
  version: string
  memory: Memory
  languages: readonly Pick<Language, 'prefix'>[]
  /** Undefined with a hosted project. */
  backend: MeasuredBackend | undefined
}

/** What the process counts behind /auth/v1 and /rest/v1. */
export interface BackendFigures {
  mails: MailWorker['counts']
  jobs: Pick<Jobs, 'runs' | 'failures'>
  reads: ReturnType<ReadScheduler['figures']>
}

/** The part of the backend that is measured. */
interface MeasuredBackend {
  sql: postgres.Sql
  figures(): BackendFigures
  backup: Pick<DailyBackup, 'last'> | undefined
}

/** In seconds; a cached page takes less than a millisecond, a rendered one some tens. */
const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * /metrics in Prometheus' text format (listed in docs/operations.md). Counted per process, except for what is read from
 * the database.
 */
export function createMetrics({ token, version, memory, languages, backend }: Options) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'plaudit_info',
    help: 'The version that runs.',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1)
  const durations = new Histogram({
    name: 'plaudit_http_request_duration_seconds',
    help: 'Answered requests by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  })

  /** A gauge whose value another part keeps, read at each scrape. */
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  const counter = (name: string, help: string, label: string, read: () => Readonly<Record<string, number>>) =>
    new Counter({
      name,
      help,
      labelNames: [label],
      registers,
      collect() {
        this.reset()
        for (const [value, count] of Object.entries(read())) this.inc({ [label]: value }, count)
      },
    })

  gauge('plaudit_cache_bytes', 'Memory taken by cached public answers.', () => memory.bytes)
  gauge('plaudit_cache_entries', 'Cached public answers.', () => memory.count)
  counter('plaudit_cache_requests_total', 'Reads of the cache.', 'result', () => memory.reads)
  if (backend) {
    const { figures, backup } = backend
    if (backup) {
      gauge(
        'plaudit_backup_last_success_timestamp_seconds',
        'When the newest backup of a day was made; 0 when there is none.',
        () => (backup.last?.made.getTime() ?? 0) / 1000,
      )
      gauge('plaudit_backup_last_success_bytes', 'Its size.', () => backup.last?.bytes ?? 0)
    }
    counter('plaudit_mails_total', 'Emails by result.', 'result', () => figures().mails)
    counter('plaudit_job_runs_total', 'Finished runs of periodic jobs.', 'job', () => figures().jobs.runs)
    counter(
      'plaudit_job_failures_total',
      'Failed runs of periodic jobs.',
      'job',
      () => figures().jobs.failures,
    )
    gauge(
      'plaudit_visitor_reads_running',
      "Visitors' statements in the database.",
      () => figures().reads.running,
    )
    gauge(
      'plaudit_visitor_reads_waiting',
      "Visitors' statements in the queue.",
      () => figures().reads.waiting,
    )
  }
  const readDatabase = backend && gaugeDatabase(backend.sql, registers)

  return {
    /** The request log, which also counts every request by its route. */
    counting: (log: RequestLog): RequestLog => ({
      ...log,
      write: (request) => {
        const { method, path, status, started } = request
        durations.observe(
          { method, route: routeOf(languageOf(languages, path)[1]), status: String(status) },
          (performance.now() - started) / 1000,
        )
        log.write(request)
      },
    }),
    /** Answers /metrics to requests with the token; 401 without it. */
    answer: async ({ headers }: Request): Promise<Response> => {
      const [, given = ''] = /^Bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
      const noStore = { 'cache-control': 'no-store' }
      if (!isSameSecret(given, token))
        return new Response('A token is needed: Authorization: Bearer METRICS_TOKEN\n', {
          status: 401,
          headers: { ...noStore, 'www-authenticate': 'Bearer realm="metrics"' },
        })
      await readDatabase?.()
      return new Response(await registry.metrics(), {
        headers: { ...noStore, 'content-type': registry.contentType },
      })
    },
  }
}

/** Gauges of the database, shared by all processes; the returned function refreshes them. */
function gaugeDatabase(sql: MeasuredBackend['sql'], registers: Registry[]): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `plaudit_${name}`, help, labelNames, registers })
  const isUp = gauge('database_up', 'Whether the database answers.')
  const connections = gauge('database_connections', 'Connections of all processes.', ['pool', 'state'])
  const cases = gauge('moderation_cases_pending', 'Reports and appeals that wait for a moderator.')
  const jobs = gauge('queue_jobs', 'Jobs that wait, and those given up.', ['queue', 'state'])
  const oldest = gauge('queue_oldest_seconds', 'How long the oldest job has waited.', ['queue'])
  const links = gauge('links', 'Websites by what the last check found.', ['state'])
  return async () => {
    try {
      const [open, [pending], queues, checked] = await Promise.all([
        sql<{ pool: string; state: string; count: number }[]>`
          select application_name as pool, coalesce(state, 'unknown') as state, count(*)::integer
          from pg_stat_activity where datname = current_database() and application_name like 'plaudit%'
          group by 1, 2`,
        sql<{ count: number }[]>`
          select count(*)::integer from private.waiting_upvotes`,
        sql<{ queue: string; waiting: number; failed: number; age: number }[]>`
          select queue, waiting, failed, coalesce(extract(epoch from now() - waiting_since), 0)::float8 as age
          from private.queue_status()`,
        sql<{ state: string; count: number }[]>`
          select state, count(*)::integer from public.link_checks group by state`,
      ])
      connections.reset()
      for (const { pool, state, count } of open) connections.set({ pool, state }, count)
      cases.set(pending?.count ?? 0)
      for (const { queue, waiting, failed, age } of queues) {
        jobs.set({ queue, state: 'waiting' }, waiting)
        jobs.set({ queue, state: 'failed' }, failed)
        oldest.set({ queue }, age)
      }
      links.reset()
      for (const { state, count } of checked) links.set({ state }, count)
      isUp.set(1)
    } catch {
      isUp.set(0)
    }
  }
}

const PAGES = new Set([
  ...[...COUNTED_PAGES.keys(), 'unsubscribe', 'admin', 'tools', 'healthz', 'readyz', 'metrics'],
  ...['sitemap.xml', 'feed.xml', 'robots.txt', 'manifest.webmanifest'],
])
const PREFIXES = new Set(['admin', 'assets', 'social'])

/** The route of a path without a language's prefix: names of tools and the like are left out to bound the number of labels. */
export function routeOf(path: string): string {
  const [, first = '', second, third, ...rest] = path.split('/')
  if (second === undefined) return PAGES.has(first) ? `/${first}` : 'other'
  if (['auth', 'rest', 'storage', 'transfer', 'numbers'].includes(first) && second === 'v1')
    return `/${first}/v1`
  if (PREFIXES.has(first)) return `/${first}`
  if (first === 'auth' && second === 'confirm') return '/auth/confirm'
  if (!PAGES_OF_ONE.has(first) || rest.length > 0) return 'other'
  if (third === undefined) return `/${first}/{slug}`
  return third === 'feed.xml' ? `/${first}/{slug}/feed.xml` : 'other'
}
