import { NO_SETTINGS, readSettings, resolveSite, SHORT_COLUMNS, type Site } from '~/rules/site'
import { getEnvironment, servesItsBackend } from './environment'
import { assertAnswered, DataError, logError } from './errors'
import { loadDb } from './load-db'

/** What is read of the site's settings. No first load needs it: they are in the HTML of every page. */

/** The last that was read, on the server: pages are shown with it while the database does not answer. */
let known: Site | undefined

/** The settings as pages show them. On the server it never fails: every page is made of them. */
export async function readSite(signal: AbortSignal): Promise<Site> {
  if (!import.meta.env.SSR) return read(signal)
  try {
    known = await read(signal)
  } catch (error) {
    if (!(error instanceof DataError && error.status === 503))
      logError('The settings of the site could not be read', error)
  }
  return known ?? resolveSite(NO_SETTINGS, getEnvironment().overrides)
}

async function read(signal: AbortSignal): Promise<Site> {
  const db = await loadDb('unknown')
  const ask = db.rpc('get_site_settings', undefined, { get: true }).select(SHORT_COLUMNS)
  const answer = await ask.abortSignal(signal).single()
  assertAnswered(answer, 'unknown', signal)
  const { apiUrl, overrides } = getEnvironment()
  const site = resolveSite(readSettings(answer.data), overrides)
  // A hosted project keeps the files at its own address.
  const place = (path: string | null) => (path && !servesItsBackend() ? apiUrl + path : path)
  return { ...site, logo: place(site.logo), icon: place(site.icon) }
}
