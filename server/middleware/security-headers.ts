import { hash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'

/** Headers every answer carries, whatever it is. */
export const PLAIN_SECURITY_HEADERS: readonly (readonly [string, string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  ['x-frame-options', 'DENY'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
]

export function securityHeaders(): MiddlewareHandler {
  return async (context, next) => {
    await next()
    const { headers } = context.res
    for (const [name, value] of PLAIN_SECURITY_HEADERS) headers.set(name, value)
    // Pages bring a policy of their own; everything else has nothing to load and nobody to frame it.
    if (!headers.has('content-security-policy'))
      headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  }
}

/**
 * The policy of a page. Its inline scripts are allowed by their hashes and not by a nonce, so that a page stays the
 * same for everyone and can be cached. `apiOrigin` is a backend on another origin, if there is one.
 */
export function pagePolicy(html: string, apiOrigin?: string): string {
  const scripts = ["'self'", ...inlineScriptHashes(html)].join(' ')
  const api = apiOrigin ? ` ${apiOrigin}` : ''
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    // Dialogs lock scrolling and toasts place themselves with style elements made at run time.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    `connect-src 'self'${api}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** As React writes it: whatever is text, of us or of others, has its `<` escaped. */
const SCRIPT = /<script([^>]*)>/g

function inlineScriptHashes(html: string): Set<string> {
  const hashes = new Set<string>()
  for (const { 0: tag, 1: attributes = '', index } of html.matchAll(SCRIPT)) {
    // Looked for as a text: to read on letter by letter takes a pattern longer than anything else here.
    const code = html.slice(index + tag.length, html.indexOf('</script>', index))
    if (/\ssrc\s*=/.test(attributes) || /type\s*=\s*["']?application\//.test(attributes) || !code) continue
    hashes.add(`'sha256-${hash('sha256', code, 'base64')}'`)
  }
  return hashes
}
