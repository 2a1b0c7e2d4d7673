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
  type SiteTexts,
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

/**
 * Reads the settings. It never fails: while the backend does not answer, the last read settings or the defaults apply,
 * so that no start, page or icon waits for it.
 */
export function createSiteReader(
  reader: Pick<Reader, 'rows'>,
  overrides: SiteOverrides,
  report: Report,
): (texts?: SiteTexts) => Promise<Site> {
  let known = NO_SETTINGS
  return async (texts) => {
    try {
      const [row] = await reader.rows(`rpc/get_site_settings?select=${SHORT_COLUMNS}`, z.array(z.unknown()))
      known = readSettings(row)
    } catch (error) {
      const isDown = error instanceof ReadError && error.status === 503
      if (!isDown) report('the settings of the site could not be read', error)
    }
    return resolveSite(known, overrides, texts)
  }
}

/** The site's name, for parts with a database connection. */
export async function readSiteName(sql: Sql, { PRODUCT_NAME }: SiteOverrides): Promise<string> {
  if (PRODUCT_NAME) return PRODUCT_NAME
  const [row] = await sql<{ name: string | null }[]>`select name from public.get_site_settings()`
  return row?.name ?? SITE_DEFAULTS.name
}
