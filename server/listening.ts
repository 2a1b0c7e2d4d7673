import { createServer, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, StartError } from './config.ts'

/** The listener itself: whether it can be opened, and how it is closed without losing an answer. */

/** A process that is just ending still has the port for a moment. */
const TIMEOUT_MS = 2000

/** Throws a StartError when HOST and PORT cannot be listened on: known before anything else is opened. */
export async function expectListenable({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS
  for (;;) {
    const error = await tryListening(host, port)
    if (!error) return
    if (error.code !== 'EADDRINUSE' || performance.now() > deadline)
      throw explainListenError(error, host, port)
    await sleep(100)
  }
}

function tryListening(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', resolve)
    probe.listen({ host, port }, () => probe.close(() => resolve(undefined)))
  })
}

/** In words for the person who starts the process. */
export function explainListenError(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE')
    return new StartError(
      `PORT ${port} on ${host} is taken by another program: stop it, or set PORT to a free one`,
    )
  if (code === 'EACCES')
    return new StartError(`PORT ${port} may not be opened by this user: choose one above 1023`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EINVAL')
    return new StartError(`HOST ${host} is no address of this machine`)
  return error
}

/** How long a new connection may take to bring its first request, once the end has begun. */
const FIRST_REQUEST_MS = 300

/** The connections of a listener, so that it can be closed as soon as nobody waits for an answer. */
export interface Connections {
  /**
   * Accepts no more of them and closes idle ones. The others are answered with `connection: close`, their last
   * request, and closed; resolves when all are.
   */
  close(): Promise<void>
  /** Closes those that are left. */
  cutOff(): void
}

/** To be called before the listener takes its first connection. */
export function followConnections(server: Server): Connections {
  const unanswered = new Map<Socket, Set<ServerResponse>>()
  let closing = false

  const sayLast = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('connection', 'close')
  }
  server.on('connection', (socket: Socket) => {
    unanswered.set(socket, new Set())
    socket.once('close', () => unanswered.delete(socket))
  })
  server.prependListener('request', ({ socket }, response) => {
    unanswered.get(socket)?.add(response)
    if (closing) sayLast(response)
    response.once('close', () => {
      const others = unanswered.get(socket)
      others?.delete(response)
      if (closing && others?.size === 0) socket.destroySoon()
    })
  })

  const closeUnused = () => {
    for (const [socket, responses] of unanswered) if (responses.size === 0) socket.destroy()
  }

  return {
    close: () => {
      closing = true
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      // The first request of a new connection may be on its way.
      for (const [socket, responses] of unanswered)
        if (responses.size > 0) responses.forEach(sayLast)
        else if (socket.bytesWritten > 0) socket.destroy()
      setTimeout(closeUnused, FIRST_REQUEST_MS)
      return closed
    },
    cutOff: () => {
      for (const socket of unanswered.keys()) socket.destroy()
    },
  }
}
