import type { Sql } from 'postgres'
import { type Hindrance, startWorker, type Worker } from '../../host/database/queue.ts'
import type { Client } from '../../host/fetch/client.ts'
import type { Logger } from '../../lib/log.ts'
import { askLink, type Verdict } from './judge-link.ts'

/** Checks the links that are due, when the queue asks for it: every minute while there are any (docs/decisions/191). */

interface Dependencies {
  /** Of the queue. */
  queue: Sql
  sql: Sql
  client: Client
  log: Logger
  onError(error: unknown): void
}

interface Link {
  tool_id: string
  url: string
}

/** In one job, so that it ends soon: what it holds in the queue is held in the database. */
const IN_A_JOB = 250
/** After this a job begins with no further one. */
const ENOUGH_MS = 45_000
/** Hosts. */
const AT_ONCE = 16
/** Hosts that tell of our own network if none of them answers. */
const SEVERAL = 3

export function startLinkWorker({ queue, sql, client, log, onError }: Dependencies): Worker {
  return startWorker<{ ask: 'links' }>({
    sql: queue,
    queue: 'links',
    work: (_, signal) => checkDue(sql, client, signal),
    onHindered: ({ retryCount }, { reason }) =>
      log.warn({ attempt: retryCount, reason }, 'links are checked later'),
    onError,
  })
}

async function checkDue(sql: Sql, client: Client, signal: AbortSignal): Promise<Hindrance | undefined> {
  const ending = new AbortController()
  const ended = AbortSignal.any([signal, ending.signal])
  const enough = AbortSignal.any([ended, AbortSignal.timeout(ENOUGH_MS)])
  /** Hosts that said that it is too much. */
  const tired = new Set<string>()
  let isOnline = false
  /** Until one answers, it may be us. */
  let unsure: (Link & Verdict)[] = []

  async function note(link: Link, verdict: Verdict): Promise<void> {
    isOnline ||= isAnswer(verdict)
    unsure.push({ ...link, ...verdict })
    if (!isOnline) return
    const noted = unsure
    unsure = []
    await sql`select private.note_link_checks(${JSON.stringify(noted)}::text::jsonb)`
  }

  /** One after the other: the host is asked at its own pace anyway. */
  async function checkHost(host: string, links: readonly Link[]): Promise<void> {
    for (const link of links) {
      if (enough.aborted || tired.has(host)) return
      const verdict = await askLink(client, link.url, ended)
      if (verdict.reason === '429') tired.add(host)
      await note(link, verdict)
    }
  }

  async function checkAll(links: readonly Link[]): Promise<void> {
    const hosts = [...Map.groupBy(links, hostOf)]
    isOnline ||= hosts.length < SEVERAL
    const checkHosts = async () => {
      for (let next = hosts.shift(); next && !enough.aborted; next = hosts.shift()) await checkHost(...next)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, checkHosts))
  }

  try {
    // Again, for what has become due meanwhile: an editor waits for it.
    for (let left = IN_A_JOB; left > 0 && !enough.aborted; ) {
      const due = await sql<Link[]>`select tool_id, url from private.links_to_check(${left})`
      const links = due.filter((link) => !tired.has(hostOf(link)))
      if (links.length === 0) return undefined
      left -= links.length
      await checkAll(links)
      if (unsure.length > 0 && !signal.aborted) return { reason: 'offline' }
    }
  } catch (error) {
    // The process ends: what was not noted is due.
    if (!signal.aborted) throw error
  } finally {
    ending.abort()
  }
  return undefined
}

const hostOf = ({ url }: Link): string => URL.parse(url)?.hostname ?? ''

const SILENT = ['address', 'private', 'unknown_name', 'unreachable', 'timeout']

/** Whether something of the internet answered. */
const isAnswer = ({ reason = '' }: Verdict): boolean => !SILENT.includes(reason)
