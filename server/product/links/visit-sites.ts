import type { Sql } from 'postgres'
import { createWorker, type Hindrance, type Worker } from '../../host/database/queue.ts'
import type { Logger } from '../../lib/log.ts'

/** Visits the websites of tools, when the queue asks for it (docs/decisions/191, 192). */

export interface Site {
  tool_id: string
  url: string
}

interface Visits<Found> {
  /** The longest due first. */
  due(most: number): Promise<readonly Site[]>
  visit(site: Site, signal: AbortSignal): Promise<Found>
  /** After this they are not due. */
  note(found: readonly (Site & Found)[]): Promise<unknown>
  /** One that cannot be visited stays due. */
  onError(error: unknown): void
}

/** What was found at a website, and why it was not more: the status of its answer, or what was in the way. */
interface Reasoned {
  reason?: string
}

interface Options<Found> extends Visits<Found> {
  /** Of the queue. */
  sql: Sql
  queue: 'links' | 'icons'
  log: Logger
}

export const createSiteWorker = <Found extends Reasoned>({
  sql,
  queue,
  log,
  ...visits
}: Options<Found>): Worker =>
  createWorker({
    sql,
    queue,
    work: ({ retryCount }, signal) => visitSites(visits, retryCount >= BELIEVED_AFTER, signal),
    onHindered: ({ retryCount }, { reason }) =>
      log.warn({ queue, attempt: retryCount, reason }, 'websites are visited later'),
    onError: visits.onError,
  })

/** What may be our own network. */
const SILENT = ['address', 'private', 'unknown_name', 'unreachable', 'timeout']

/** In one job, so that it ends soon: what it holds in the queue is held in the database. */
const IN_A_JOB = 250
/** After this a job begins with no further one. */
const ENOUGH_MS = 45_000
/** Hosts. */
const AT_ONCE = 16
/** Hosts that tell of our own network if none of them answers. */
const SEVERAL = 3
/** Tries, three quarters of an hour: then a few are believed, which are due alone because they are dead. */
const BELIEVED_AFTER = 8
/** Hosts. More of them that are silent tell of our network, however long it lasts. */
const FEW = 10

/** All that are due, or as many as a job has time for; 'offline': it may be our network, so nothing was noted. */
async function visitSites<Found extends Reasoned>(
  { due, visit, note, onError }: Visits<Found>,
  isBelieved: boolean,
  signal: AbortSignal,
): Promise<Hindrance | undefined> {
  const ending = new AbortController()
  const ended = AbortSignal.any([signal, ending.signal])
  const enough = AbortSignal.any([ended, AbortSignal.timeout(ENOUGH_MS)])
  /** Hosts that said that it is too much, or at which we failed. */
  const tired = new Set<string>()
  let isOnline = false
  /** Until one answers, it may be us. */
  let unsure: (Site & Found)[] = []

  async function keep(site: Site, found: Found): Promise<void> {
    isOnline ||= !SILENT.includes(found.reason ?? '')
    unsure.push({ ...site, ...found })
    if (!isOnline) return
    const sure = unsure
    unsure = []
    await note(sure)
  }

  /** One after the other: the host is asked at its own pace anyway. */
  async function visitHost(host: string, sites: readonly Site[]): Promise<void> {
    for (const site of sites) {
      if (enough.aborted || tired.has(host)) return
      const found = await visit(site, ended).catch((error: unknown) => {
        if (ended.aborted) throw error
        onError(error)
        return undefined
      })
      if (!found || found.reason === '429') tired.add(host)
      if (found) await keep(site, found)
    }
  }

  async function visitAll(sites: readonly Site[]): Promise<void> {
    const hosts = [...Map.groupBy(sites, hostOf)]
    isOnline ||= hosts.length < (isBelieved ? FEW : SEVERAL)
    const visitHosts = async () => {
      for (let next = hosts.shift(); next && !enough.aborted; next = hosts.shift()) await visitHost(...next)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, visitHosts))
  }

  try {
    // Again, for what has become due meanwhile: an editor waits for it.
    for (let left = IN_A_JOB; left > 0 && !enough.aborted; ) {
      const sites = (await due(left)).filter((site) => !tired.has(hostOf(site)))
      if (sites.length === 0) return undefined
      left -= sites.length
      await visitAll(sites)
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

const hostOf = ({ url }: Site): string => URL.parse(url)?.hostname ?? ''
