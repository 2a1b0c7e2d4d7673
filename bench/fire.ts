import { readFile } from 'node:fs/promises'
import autocannon from 'autocannon'

/** The results of one run. */
export interface Figures {
  name: string
  perSecond: number
  p50: number
  p97_5: number
  p99: number
  errors: number
}

const CONNECTIONS = 8
const SECONDS = 10

/** Sends requests for one URL over 8 connections, like a browser: two seconds of warm-up, ten measured. */
export async function fire(name: string, url: string): Promise<Figures> {
  const shot = { url, connections: CONNECTIONS, headers: { 'accept-encoding': 'gzip, deflate, br' } }
  await autocannon({ ...shot, duration: 2 })
  const result = await autocannon({ ...shot, duration: SECONDS })
  return {
    name,
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p97_5: result.latency.p97_5,
    p99: result.latency.p99,
    errors: result.errors + result.non2xx,
  }
}

/** One line of the table; `bare` is the result of the bare server. */
export function lineOf(figures: Figures, bare?: Figures): string {
  const ratio = bare ? `  ${((figures.perSecond / bare.perSecond) * 100).toFixed(1)} % of bare` : ''
  const { name, perSecond, p50, p97_5, p99, errors } = figures
  return `${name.padEnd(36)} ${perSecond.toFixed(0).padStart(7)}/s  p50 ${p50} ms  p97.5 ${p97_5} ms  p99 ${p99} ms  errors ${errors}${ratio}`
}

/** Resident memory of a process in megabytes. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}
