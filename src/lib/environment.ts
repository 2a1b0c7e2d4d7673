import type { Site, SiteOverrides } from '../rules/site.ts'

/**
 * What a page needs to know of the installation it runs on: where the backend is, its public key, and which settings of
 * the site are fixed by environment variables.
 *
 * The server process puts the values on a global before it renders; the root route prints them as JSON into
 * the page, where the browser reads them. Nothing here is secret.
 */
export type PublicEnvironment = {
  /** Address of the site without a trailing slash, as links in mails and canonical tags spell it. */
  publicUrl: string
  /** Origin that answers /auth/v1, /rest/v1 and /storage/v1. */
  apiUrl: string
  publishableKey: string
  /** They go before what an administrator chose. */
  overrides: SiteOverrides
}

/** What the server process hands to the app: the values above, the backend in process, and how a page is handed back. */
export type ServerContext = {
  environment: PublicEnvironment
  fetch: (request: Request) => Promise<Response>
  /** The settings of the site. It never fails: while the database does not answer, the last that were read count. */
  site: () => Promise<Site>
  /** A response whose text the server reads at once. */
  respond: (text: string, init: ResponseInit) => Response
  /** Puts an error into the log, without what people wrote. */
  report: (what: string, error: unknown) => void
}

/** The id of the script element that carries the environment into the browser. */
export const ENVIRONMENT_ELEMENT_ID = 'environment'

const CONTEXT = Symbol.for('plaudit')
let parsed: PublicEnvironment | undefined
let checked: ServerContext | undefined

/** The installation's public values, on the server and in the browser. Throws when they were never given. */
export function getEnvironment(): PublicEnvironment {
  if (import.meta.env.SSR) return getServerContext().environment
  parsed ??= readEnvironmentElement()
  return parsed
}

/**
 * The origin to call for data and sign-in. Where the site serves its own backend, the browser asks the origin
 * it is on: the site may be reached by several names, and each must talk to itself.
 */
export function getApiUrl(): string {
  return typeof location !== 'undefined' && servesItsBackend() ? location.origin : getEnvironment().apiUrl
}

/** Whether the site serves its own backend; otherwise a hosted project does. */
export function servesItsBackend(): boolean {
  const { apiUrl, publicUrl } = getEnvironment()
  return new URL(apiUrl).origin === new URL(publicUrl).origin
}

/** The server process's side of the app. Throws in the browser and in a process that never set it. */
export function getServerContext(): ServerContext {
  const context: unknown = Reflect.get(globalThis, CONTEXT)
  // Looked at once: a page asks for it a dozen times.
  if (checked && context === checked) return checked
  if (!isServerContext(context)) throw new Error('The server did not provide its environment')
  checked = context
  return context
}

function readEnvironmentElement(): PublicEnvironment {
  const text = document.getElementById(ENVIRONMENT_ELEMENT_ID)?.textContent
  if (!text) throw new Error('The page carries no environment')
  // As our own server wrote it; to look closer costs every visit.
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
