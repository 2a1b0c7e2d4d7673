import { hash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'

/** Headers of every response. */
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
    // Pages have their own policy; other responses load nothing and are not framed.
    if (!headers.has('content-security-policy'))
      headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  }
}

/**
 * The Content-Security-Policy of a page. Inline scripts are allowed by hash instead of nonce, so that a page is the
 * same for everyone and can be cached. `apiOrigin` is a backend on another origin, if any.
 */
export function pagePolicy(html: string, apiOrigin?: string): string {
  const scripts = ["'self'", ...inlineScriptHashes(html)].join(' ')
  const api = apiOrigin ? ` ${apiOrigin}` : ''
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    // Dialogs and toasts create style elements at run time.
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

/** React escapes every `<` in text, so a literal tag is ours. */
const SCRIPT = /<script([^>]*)>/g

function inlineScriptHashes(html: string): Set<string> {
  const hashes = new Set<string>()
  for (const { 0: tag, 1: attributes = '', index } of html.matchAll(SCRIPT)) {
    // indexOf instead of a pattern, which would take longer than everything else here.
    const code = html.slice(index + tag.length, html.indexOf('</script>', index))
    if (/\ssrc\s*=/.test(attributes) || /type\s*=\s*["']?application\//.test(attributes) || !code) continue
    hashes.add(`'sha256-${hash('sha256', code, 'base64')}'`)
  }
  return hashes
}
