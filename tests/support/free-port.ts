import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the range of outgoing connections, so that none takes a port between checking and using it. */
const [FIRST, BEYOND] = [10_000, 32_000]

/**
 * Consecutive ports from a random start, so that concurrent processes do not find the same one and contact each other's
 * servers.
 */
let next = randomInt(FIRST, BEYOND)

/** A port nobody listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = next
    next = port + 1 < BEYOND ? port + 1 : FIRST
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
