import tls from 'node:tls'
import { type Person, raw } from './actors.ts'
import { freePort } from './free-port.ts'
import { startNginx } from './nginx.ts'
import { startS3Server } from './s3-server.ts'
import { type SecondProcess, startSecondProcess } from './second-process.ts'
import { startServerProcess, type TestServer } from './test-server.ts'

/** Two processes on one database behind nginx, with deploy/nginx.conf itself. */
interface BehindNginx {
  server: TestServer
  /** The current second process. */
  second(): SecondProcess
  /** The server as seen from outside. */
  endpoint: TestServer
  /** The address of nginx without TLS. */
  plainUrl: string
  /** The error log of nginx. */
  proxyLog(): string
  /** Replaces the second process, which has ended. */
  replaceSecond(): Promise<void>
  close(): Promise<void>
}

export async function startBehindNginx(environment: Record<string, string> = {}): Promise<BehindNginx> {
  const started: { close(): Promise<void> }[] = []
  const close = async () => {
    for (const part of started.toReversed()) await part.close()
  }
  try {
    return await startParts(environment, started, close)
  } catch (error) {
    await close()
    throw error
  }
}

async function startParts(
  environment: Record<string, string>,
  started: { close(): Promise<void> }[],
  close: () => Promise<void>,
): Promise<BehindNginx> {
  const s3 = await startS3Server()
  started.push(s3)
  const [port, first, other] = await Promise.all([freePort(), freePort(), freePort()])
  const env = {
    PUBLIC_URL: `https://127.0.0.1:${port}`,
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'info',
    ...s3.env,
    ...environment,
  }
  const server = await startServerProcess({ ...env, PORT: String(first) })
  started.push(server)
  const startSecond = () => startSecondProcess(server, { ...env, PORT: String(other) })
  let second = await startSecond()
  started.push({ close: () => second.close() })
  const nginx = await startNginx({ port, ports: [first, other] })
  started.push(nginx)
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), nginx.certificate])
  return {
    server,
    endpoint: { ...server, url: nginx.url },
    plainUrl: nginx.plainUrl,
    proxyLog: nginx.output,
    second: () => second,
    replaceSecond: async () => {
      await second.close()
      second = await startSecond()
    },
    close,
  }
}

/** Recommends a tool through nginx. */
export const recommendThrough = (endpoint: TestServer, person: Person, tool: { id: string }) =>
  raw(
    endpoint,
    '/rest/v1/tool_upvotes',
    {
      method: 'POST',
      body: JSON.stringify({ tool_id: tool.id, user_id: person.id, reason: 'Through the proxy' }),
    },
    person.accessToken,
  )
