import { getAccessToken, replaceRefusedToken } from './session-tokens'

/** A request without a response for this long has failed, so that no skeleton stays for ever. */
const TIMEOUT_MS = 20_000

type Send = typeof fetch

/**
 * `fetch` for the backend's clients in the browser: adds the person's access token, retries once with a refreshed one
 * after a 401, and aborts after `timeoutMs`. `send` performs the request.
 */
export function createFetchAsPerson({
  send = (...request) => fetch(...request),
  timeoutMs = TIMEOUT_MS,
}: {
  send?: Send
  timeoutMs?: number
} = {}): Send {
  return async (input, unlimited) => {
    const init = withTimeout(timeoutMs, unlimited)
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
  // The session is over. Public data is still readable; a write stays refused.
  return init.method === 'GET' || init.method === 'HEAD' ? send(input, init) : response
}

function withTimeout(timeoutMs: number, init: RequestInit = {}): RequestInit {
  const limit = AbortSignal.timeout(timeoutMs)
  return { ...init, signal: init.signal ? AbortSignal.any([init.signal, limit]) : limit }
}

function withToken(init: RequestInit, token: string): RequestInit {
  const headers = new Headers(init.headers)
  headers.set('Authorization', `Bearer ${token}`)
  return { ...init, headers }
}
