import { code } from '#messages/language.js'
import { readSettings, resolveSite, SHORT_COLUMNS, type Site } from '#shared/site.ts'
import type { Db } from './db-client'
import { basePath, getEnvironment, getServerContext, servesItsBackend } from './environment'
import { dataOf } from './errors'
import { loadDb } from './load-db'

/** Reads of the site's settings, not part of the first load: they are in the HTML of every page. */

/** The settings for pages. On the server it never fails, because every page needs them. */
export async function readSite(signal: AbortSignal): Promise<Site> {
  const site = await (import.meta.env.SSR ? getServerContext().site() : read(signal))
  return { ...site, logo: pictureAddress(site.logo), icon: pictureAddress(site.icon) }
}

/** The URL of a picture of the site: a hosted project serves files from its own origin. */
export const pictureAddress = (path: string | null) =>
  path && !servesItsBackend() ? getEnvironment().apiUrl + path : path

/** Asks for the settings in the language of the page; the first is what they are without one. */
export const askSettings = (db: Db) =>
  db.rpc('get_site_settings', basePath() ? { language: code } : undefined, { get: true })

async function read(signal: AbortSignal): Promise<Site> {
  const ask = askSettings(await loadDb('unknown')).select(SHORT_COLUMNS)
  const data = await dataOf(ask.single(), 'unknown', signal)
  return resolveSite(readSettings(data), getEnvironment().overrides)
}
