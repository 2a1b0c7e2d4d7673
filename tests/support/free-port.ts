import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below what systems give to connections that go out: none takes a port between the look at it and its use. */
const [FIRST, BEYOND] = [10_000, 32_000]

/**
 * From somewhere on, one after another: two processes that look at the same time do not find the same one, and then ask
 * each other's servers.
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
