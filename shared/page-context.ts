import type { Site, SiteOverrides } from './site.ts'

/**
 * What a page needs to know of its installation: where the backend is, its public key, and which settings environment
 * variables override. The server sets them on a global before rendering; the root route embeds them as JSON, which the
 * browser reads. Nothing here is secret.
 */
export type PublicEnvironment = {
  /** URL of the site, in the language of the page, without a trailing slash. */
  publicUrl: string
  /** Origin of /auth/v1, /rest/v1 and /storage/v1. */
  apiUrl: string
  publishableKey: string
  /** The languages of the site, with the URLs of their home pages; only if there are several. */
  languages?: readonly { code: string; name: string; url: string }[]
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
