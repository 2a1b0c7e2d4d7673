import { getAccessToken, replaceRefusedToken } from './session-start'

/** A request without an answer for this long has failed: nobody waits before a skeleton for ever. */
const PATIENCE_MS = 20_000

type Send = typeof fetch

/**
 * `fetch` for the backend's clients in the browser: every request carries the person's access token, is repeated once with
 * a new one where the service refused the old, and is given up after `patience` milliseconds. `send` does the sending.
 */
export function createFetchAsPerson({
  send = (...request) => fetch(...request),
  patience = PATIENCE_MS,
}: {
  send?: Send
  patience?: number
} = {}): Send {
  return async (input, unlimited) => {
    const init = withPatience(patience, unlimited)
    const token = await getAccessToken()
    if (!token) return send(input, init)
    return sendAs(token, send, input, init)
  }
}

async function sendAs(
  token: string,
  send: Send,
  input: RequestInfo | URL,
  init: RequestInit,
): Promise<Response> {
  const response = await send(input, withToken(init, token))
  if (response.status !== 401) return response
  const next = await replaceRefusedToken(token)
  if (next === token) return response
  if (next) return send(input, withToken(init, next))
  // The session is over. What everyone may read is still readable; a write stays refused.
  return init.method === 'GET' || init.method === 'HEAD' ? send(input, init) : response
}

function withPatience(patience: number, init: RequestInit = {}): RequestInit {
  const limit = AbortSignal.timeout(patience)
  return { ...init, signal: init.signal ? AbortSignal.any([init.signal, limit]) : limit }
}

function withToken(init: RequestInit, token: string): RequestInit {
  const headers = new Headers(init.headers)
  headers.set('Authorization', `Bearer ${token}`)
  return { ...init, headers }
}
