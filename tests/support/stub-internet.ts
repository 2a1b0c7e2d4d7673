import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Names } from '../../server/host/fetch/names.ts'

export type Page = (request: IncomingMessage, response: ServerResponse) => void

/** Stub hosts on loopback, which are all the internet there is for a test: no other name is resolved, no other port asked. */
export interface StubInternet {
  /** What is at 'host/path'; everything else is a 404. */
  pages: Record<string, Page>
  /** Addresses by name. */
  addresses: Record<string, string[]>
  /** TXT records by name; an Error is thrown. */
  records: Record<string, string[] | Error>
  asked: { method: string; host: string; path: string; headers: IncomingMessage['headers'] }[]
  port: number
  names: Names
  close(): Promise<void>
}

export const missing = (code = 'ENOTFOUND') => Object.assign(new Error('no such name'), { code })

export async function openStubInternet(): Promise<StubInternet> {
  const stub: Pick<StubInternet, 'pages' | 'addresses' | 'records' | 'asked'> = {
    pages: {},
    addresses: {},
    records: {},
    asked: [],
  }
  const server = createServer((request, response) => {
    const { host = '', ...headers } = request.headers
    const path = request.url ?? ''
    stub.asked.push({ method: request.method ?? '', host, path, headers })
    const page = stub.pages[host + path]
    if (page) page(request, response)
    else response.writeHead(404).end('none')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    ...stub,
    port: typeof address === 'object' && address ? address.port : 0,
    names: {
      addresses: async (host) => {
        const found = stub.addresses[host]
        if (!found) throw missing()
        return found
      },
      texts: async (host) => {
        const found = stub.records[host] ?? []
        if (found instanceof Error) throw found
        return found
      },
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
