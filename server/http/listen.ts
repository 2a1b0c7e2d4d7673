import {
  Server as HttpServer,
  type IncomingMessage,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import type { Server } from 'srvx'
import { NodeRequest, serve } from 'srvx/node'
import type { Config } from '../lib/config.ts'
import type { CachedPages } from './cache/cached-pages.ts'
import { explainListenError, followConnections } from './listening.ts'

/** Of one request: Node's default of 16 kB would refuse a read by 1,000 ids (server/supabase/rest/query-limits.ts). */
const MAX_HEADER_BYTES = 64 * 1024

/** What is served: the app of one process. */
interface Served {
  fetch(request: Request, ip: string): Promise<Response> | Response
  /** Runs before it: answers from the cache at once. */
  cachedPages(ipOf: (request: IncomingMessage) => string): CachedPages
  close(): Promise<void>
}

/** Listens on the configured host and port, with the handler of cached pages before the pipeline. */
export function listen(app: Served, { host, port, trustProxy }: Config, node: ServerOptions = {}) {
  const server = serve({
    hostname: host,
    port,
    trustProxy,
    gracefulShutdown: false,
    silent: true,
    manual: true,
    node: { maxHeaderSize: MAX_HEADER_BYTES, ...node },
    fetch: (request) => app.fetch(request, request.ip ?? ''),
  })
  answerFirst(server, app, trustProxy)
  const listening = server.node?.server
  return {
    connections: listening instanceof HttpServer ? followConnections(listening) : undefined,
    /** Resolves with its URL once it accepts connections. Closes the app if it cannot listen. */
    url: Promise.resolve(server.serve()).then(
      () => server.url,
      async (error: unknown): Promise<never> => {
        await app.close()
        throw explainListenError(error, host, port)
      },
    ),
  }
}

/** Puts the handler of cached pages before the listener that creates a Request for every call. */
function answerFirst(server: Server, app: Served, trustProxy: Config['trustProxy']): void {
  const node = server.node?.server
  const [further] = node?.listeners('request') ?? []
  if (!node || !further) return
  const cachedPages = app.cachedPages(ipWith(trustProxy))
  node.removeAllListeners('request')
  node.on('request', (request: IncomingMessage, response: ServerResponse) => {
    cachedPages(request, response, () => Reflect.apply(further, node, [request, response]))
  })
}

/** The client's address behind trusted proxies, the same as for requests in the pipeline. */
const ipWith = (trustProxy: Config['trustProxy']) => (req: IncomingMessage) =>
  trustProxy === false ? (req.socket.remoteAddress ?? '') : (new NodeRequest({ req, trustProxy }).ip ?? '')
