import type { Site, SiteOverrides } from '#shared/site.ts'

/**
 * What a page needs to know of its installation: where the backend is, its public key, and which settings environment
 * variables override. The server sets them on a global before rendering; the root route embeds them as JSON, which the
 * browser reads. Nothing here is secret.
 */
export type PublicEnvironment = {
  /** URL of the site without a trailing slash, as in mails and canonical tags. */
  publicUrl: string
  /** Origin of /auth/v1, /rest/v1 and /storage/v1. */
  apiUrl: string
  publishableKey: string
  /** They take precedence over the settings. */
  overrides: SiteOverrides
}

/** What the server provides to the app: these values, the backend in process, and how a response is returned. */
export type ServerContext = {
  environment: PublicEnvironment
  fetch: (request: Request) => Promise<Response>
  /** The settings of the site. Never fails: while the database does not answer, the last read ones apply. */
  site: () => Promise<Site>
  /** A response whose text the server reads directly. */
  respond: (text: string, init: ResponseInit) => Response
  /** Logs an error, without what people wrote. */
  report: (what: string, error: unknown) => void
}

/** The id of the script element with the environment. */
export const ENVIRONMENT_ELEMENT_ID = 'environment'

const CONTEXT = Symbol.for('plaudit')
let parsed: PublicEnvironment | undefined
let checked: ServerContext | undefined

/** The installation's public values, on the server and in the browser. Throws if they were never set. */
export function getEnvironment(): PublicEnvironment {
  if (import.meta.env.SSR) return getServerContext().environment
  parsed ??= readEnvironmentElement()
  return parsed
}

/**
 * The origin for data and sign-in. Where the site serves its own backend, the browser uses its current origin, because
 * the site may have several names.
 */
export function getApiUrl(): string {
  return typeof location !== 'undefined' && servesItsBackend() ? location.origin : getEnvironment().apiUrl
}

/** Whether the site serves its own backend; otherwise a hosted project does. */
export function servesItsBackend(): boolean {
  const { apiUrl, publicUrl } = getEnvironment()
  return new URL(apiUrl).origin === new URL(publicUrl).origin
}

/** The server's side of the app. Throws in the browser, and in a process that never set it. */
export function getServerContext(): ServerContext {
  const context: unknown = Reflect.get(globalThis, CONTEXT)
  // Parsed once: a page needs it a dozen times.
  if (checked && context === checked) return checked
  if (!isServerContext(context)) throw new Error('The server did not provide its environment')
  checked = context
  return context
}

function readEnvironmentElement(): PublicEnvironment {
  const text = document.getElementById(ENVIRONMENT_ELEMENT_ID)?.textContent
  if (!text) throw new Error('The page carries no environment')
  // Written by our own server; validating it would cost every visit.
  const environment: PublicEnvironment = JSON.parse(text)
  return environment
}

function isServerContext(value: unknown): value is ServerContext {
  if (
    !isRecord(value) ||
    ![value.fetch, value.site, value.respond, value.report].every((part) => typeof part === 'function')
  )
    return false
  return isPublicEnvironment(value.environment)
}

function isPublicEnvironment(value: unknown): value is PublicEnvironment {
  if (!isRecord(value) || !isRecord(value.overrides)) return false
  const { publicUrl, apiUrl, publishableKey, overrides } = value
  return [publicUrl, apiUrl, publishableKey, ...Object.values(overrides)].every(
    (text) => typeof text === 'string',
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
