import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoint, Person } from './actors.ts'

/** A member who recommends one tool after the other over one connection, until that is closed. */
export interface Writer {
  personId: string
  /** The tools whose recommendation was acknowledged. */
  acknowledged: Set<string>
  /** Stops writing. */
  stop(): void
  /** Resolves when the connection is closed or every tool is recommended; whether the server announced closing it. */
  ended: Promise<{ wasTold: boolean }>
}

/** `pause` in milliseconds after each, which leaves the machine's time to what is done beside it. */
export function writeOverOneConnection(
  server: Endpoint,
  person: Person,
  tools: readonly string[],
  pause = 0,
): Writer {
  const acknowledged = new Set<string>()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = (toolId: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const out = request(`${server.url}/rest/v1/tool_upvotes`, {
        method: 'POST',
        agent,
        headers: {
          apikey: server.publishableKey,
          authorization: `Bearer ${person.accessToken}`,
          'content-type': 'application/json',
        },
      })
      out.on('response', (response) => response.resume().on('end', () => resolve(response)))
      out.on('error', reject)
      out.end(JSON.stringify({ tool_id: toolId, user_id: person.id, reason: `Useful: ${toolId}` }))
    })

  let isStopped = false
  const ended = (async () => {
    try {
      for (const tool of tools) {
        if (isStopped) break
        const answer = await send(tool)
        if (answer.statusCode === 201) acknowledged.add(tool)
        if (answer.headers.connection === 'close') return { wasTold: true }
        if (pause > 0) await sleep(pause)
      }
    } catch {
      // The connection is closed: the last request was not acknowledged.
    } finally {
      agent.destroy()
    }
    return { wasTold: false }
  })()
  const stop = () => {
    isStopped = true
  }
  return { personId: person.id, acknowledged, ended, stop }
}
