import { spawn } from 'node:child_process'
import process from 'node:process'
import { createAnswer } from '../server/http/cache/answer.ts'
import { createMemory } from '../server/http/cache/memory.ts'

const ADDRESSES = 1_000_000
const MAX_BYTES = 32 * 1024 * 1024

/**
 * A million different URLs, each requested once, with the default bound: the maximum size the cache counts, the memory
 * it really takes after a collection, and whether a page requested repeatedly is still cached. Only the cache, in a
 * process of its own: otherwise this would measure rendering.
 */
export async function measureFlood(print: (line: string) => void): Promise<void> {
  const child = spawn(process.execPath, ['--expose-gc', import.meta.filename], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await new Promise((resolve) => child.once('close', resolve))
  print(output.trim())
}

async function flood(): Promise<void> {
  const fresh = { isFresh: () => true, awaitNotices: async () => true, close: async () => undefined }
  const memory = createMemory({ maxBytes: MAX_BYTES }, () => fresh)
  const made = (index: number) =>
    createAnswer({
      status: 404,
      headers: [['content-type', 'text/html; charset=utf-8']],
      body: `${index} `.repeat(100 + (index % 300)),
      tags: new Set(['catalogue', `tool:${index % 5000}`]),
    })
  const home = () => memory.load('/', async () => made(0))
  await home()
  await home()
  const held = async () => {
    // Freed buffers are returned a little later.
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 200))
    globalThis.gc?.()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const before = await held()
  let most = 0
  for (let index = 0; index < ADDRESSES; index++) {
    await memory.load(`/tools/made-up-${index}`, async () => made(index))
    // Like visitors do.
    if (index % 1000 === 0) memory.peek('/')
    most = Math.max(most, memory.bytes)
  }
  const after = await held()
  const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1)
  const { isHit } = await home()
  process.stdout.write(
    `flood of ${ADDRESSES} addresses: counted ${megabytes(most)} MB at the most of ${megabytes(MAX_BYTES)}, ` +
      `really held ${megabytes(after - before)} MB, ${memory.count} answers left, ` +
      `home still from memory: ${isHit ? 'yes' : 'no'}\n`,
  )
}

if (import.meta.main) await flood()
