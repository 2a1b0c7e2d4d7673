import { createServer, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, StartError } from '../lib/config.ts'
import { codeOf } from '../lib/unknown.ts'

/** The listening socket: whether it can be opened, and how it is closed without losing a response. */

/** A process that is just ending holds the port for a moment longer. */
const TIMEOUT_MS = 2000

/** Throws a StartError when HOST and PORT cannot be listened on, before anything else is opened. */
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

/** The error in words, for the operator. */
export function explainListenError(error: unknown, host: string, port: number): unknown {
  const code = codeOf(error)
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

/** How long a new connection may take to send its first request once shutdown has begun. */
const FIRST_REQUEST_MS = 300

export type Connections = ReturnType<typeof followConnections>

/**
 * Tracks the connections of a listener, so that it can be closed as soon as all requests are answered. Call before it
 * accepts its first connection.
 */
export function followConnections(server: Server) {
  const unanswered = new Map<Socket, Set<ServerResponse>>()
  let closing = false

  const endAfterResponse = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('connection', 'close')
  }
  server.on('connection', (socket: Socket) => {
    unanswered.set(socket, new Set())
    socket.once('close', () => unanswered.delete(socket))
  })
  server.prependListener('request', ({ socket }, response) => {
    unanswered.get(socket)?.add(response)
    if (closing) endAfterResponse(response)
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
    /**
     * Stops accepting connections and closes idle ones. The others get `connection: close` with the current response;
     * resolves when all are closed.
     */
    close: () => {
      closing = true
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      // A new connection's first request may be on its way.
      for (const [socket, responses] of unanswered)
        if (responses.size > 0) responses.forEach(endAfterResponse)
        else if (socket.bytesWritten > 0) socket.destroy()
      setTimeout(closeUnused, FIRST_REQUEST_MS)
      return closed
    },
    /** Closes the remaining ones. */
    cutOff: () => {
      for (const socket of unanswered.keys()) socket.destroy()
    },
  }
}
