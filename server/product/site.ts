import type { Sql } from 'postgres'
import * as z from 'zod'
import {
  NO_SETTINGS,
  readSettings,
  resolveSite,
  SHORT_COLUMNS,
  SITE_DEFAULTS,
  type Site,
  type SiteOverrides,
} from '#shared/site.ts'
import type { Report } from '../lib/errors.ts'
import type { Language } from './languages.ts'
import { ReadError, type Reader } from './reader.ts'

/** The site for the server's own output: feeds, previews, files with fixed names. */
export interface ServedSite extends Site {
  /** Of its language: with the prefix. */
  publicUrl: string
  language: Pick<Language, 'code' | 'direction' | 'prefix' | 'server' | 'heading'>
}

/** The query of these settings in a language of the site; the first is what the settings are without one. */
export const settingsQuery = (columns: string, { code, prefix }: Pick<Language, 'code' | 'prefix'>) =>
  `rpc/get_site_settings?${prefix && `language=${code}&`}select=${columns}`

/**
 * Reads the settings, in the only or one of several languages. It never fails: while the backend does not answer, the last
 * read settings or the defaults apply, so that no start, page or icon waits for it.
 */
export function createSiteReader(
  reader: Pick<Reader, 'rows'>,
  overrides: SiteOverrides,
  report: Report,
  language?: Language,
): () => Promise<Site> {
  const query = settingsQuery(SHORT_COLUMNS, language ?? { code: '', prefix: '' })
  let known = NO_SETTINGS
  return async () => {
    try {
      const [row] = await reader.rows(query, z.array(z.unknown()))
      known = readSettings(row)
    } catch (error) {
      const isDown = error instanceof ReadError && error.status === 503
      if (!isDown) report('the settings of the site could not be read', error)
    }
    return resolveSite(known, overrides, language)
  }
}

/** The site's name, for parts with a database connection. */
export async function readSiteName(sql: Sql, { PRODUCT_NAME }: SiteOverrides): Promise<string> {
  if (PRODUCT_NAME) return PRODUCT_NAME
  const [row] = await sql<{ name: string | null }[]>`select name from public.get_site_settings()`
  return row?.name ?? SITE_DEFAULTS.name
}
