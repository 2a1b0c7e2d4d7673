import { code } from '#messages/language.js'
import type { PublicEnvironment, ServerContext } from '#shared/page-context.ts'

/** The id of the script element with the environment. */
export const ENVIRONMENT_ELEMENT_ID = 'environment'

const CONTEXT = Symbol.for(`plaudit ${code}`)
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

/** The path of the language, which all its pages are below; empty for the first language. */
export const basePath = (): string => new URL(getEnvironment().publicUrl).pathname.replace(/\/$/, '')

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
