import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { cpus, tmpdir, totalmem } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import autocannon from 'autocannon'
import { freePort } from '../tests/support/cluster.ts'
import { spawnServer } from '../tests/support/spawn-server.ts'
import { measureFirstLoad } from './first-load.ts'
import { measurePreviews } from './previews.ts'

/**
 * npm run bench: pages of the starter catalogue at 8 connections, uncached, next to a bare node:http server that sends
 * the same bytes in the same run; what a first visit loads; memory at rest. Figures go to docs/performance.md by hand.
 */

const CONNECTIONS = 8
const SECONDS = 10
/** Tools of the starter catalogue whose previews are drawn. */
const PREVIEWS = ['chatgpt', 'github-copilot', 'perplexity', 'grammarly', 'replit', 'zapier', 'make', 'n8n']
const PAGES = ['/', '/tools/github-copilot', '/categories', '/terms']

interface Figures {
  name: string
  perSecond: number
  p50: number
  p97_5: number
  p99: number
  errors: number
}

async function main(): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'plaudit-bench-'))
  const server = spawnServer({ DATA_DIR: dataDir, PORT: String(await freePort()) })
  try {
    await server.ready()
    const pid = server.process.pid ?? 0
    await fetch(server.url)
    const rows: Figures[] = []
    for (const page of PAGES) {
      const body = await (await fetch(server.url + page)).text()
      const ours = await fire(page, server.url + page)
      const bare = await withBareServer(body, (url) => fire('bare node:http', url))
      rows.push(ours, bare)
      print(ours, bare)
      print(bare)
    }
    const afterLoad = await residentMegabytes(pid)
    process.stdout.write(`\nmemory after the load: ${afterLoad} MB\n`)
    const say = (line: string) => process.stdout.write(`${line}\n`)
    await measureFirstLoad(server.url, say)
    await measurePreviews(server.url, PREVIEWS, say)
    process.stdout.write(
      `machine: ${cpus().length} x ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, node ${process.version}\n`,
    )
  } finally {
    server.process.kill('SIGTERM')
    await server.ended
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function fire(name: string, url: string): Promise<Figures> {
  await autocannon({ url, connections: CONNECTIONS, duration: 2 })
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS })
  return {
    name,
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p97_5: result.latency.p97_5,
    p99: result.latency.p99,
    errors: result.errors + result.non2xx,
  }
}

/** The least a node process does for these bytes, in a process of its own as ours is. */
async function withBareServer<T>(body: string, work: (url: string) => Promise<T>): Promise<T> {
  const port = await freePort()
  const child = spawn(process.execPath, [import.meta.filename, '--bare', String(port)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(body)
  await new Promise((resolve) => child.stdout.once('data', resolve))
  try {
    return await work(`http://127.0.0.1:${port}/`)
  } finally {
    child.kill()
  }
}

async function serveBare(port: number): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-length': body.byteLength }
  createServer((_request, response) => response.writeHead(200, headers).end(body)).listen(
    port,
    '127.0.0.1',
    () => process.stdout.write('ready\n'),
  )
}

function print(figures: Figures, against?: Figures): void {
  const ratio = against ? `  ${((figures.perSecond / against.perSecond) * 100).toFixed(1)} % of bare` : ''
  process.stdout.write(
    `${figures.name.padEnd(24)} ${figures.perSecond.toFixed(0).padStart(7)}/s  p50 ${figures.p50} ms  p97.5 ${figures.p97_5} ms  p99 ${figures.p99} ms  errors ${figures.errors}${ratio}\n`,
  )
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}

const [, , mode, port] = process.argv
if (mode === '--bare') await serveBare(Number(port))
else await main()
