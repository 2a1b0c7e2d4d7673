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
} from '../src/rules/site.ts'
import type { Report } from './errors.ts'
import { ReadError, type Reader } from './seo/reader.ts'

/** The site as what the server itself says shows it: feeds, previews, files with fixed names. */
export interface ServedSite extends Site {
  publicUrl: string
}

/**
 * Reads the settings, for pages and for everything else that shows them. It never fails: while the backend does not answer,
 * the last that were read count, or the defaults. Neither a start nor a page nor an icon waits for it.
 */
export function createSiteReader(
  reader: Pick<Reader, 'rows'>,
  overrides: SiteOverrides,
  report: Report,
): () => Promise<Site> {
  let known = NO_SETTINGS
  return async () => {
    try {
      const [row] = await reader.rows(`rpc/get_site_settings?select=${SHORT_COLUMNS}`, z.array(z.unknown()))
      known = readSettings(row)
    } catch (error) {
      const isDown = error instanceof ReadError && error.status === 503
      if (!isDown) report('the settings of the site could not be read', error)
    }
    return resolveSite(known, overrides)
  }
}

/** The site's name, for what has the database at hand. */
export async function readSiteName(sql: Sql, { PRODUCT_NAME }: SiteOverrides): Promise<string> {
  if (PRODUCT_NAME) return PRODUCT_NAME
  const [row] = await sql<{ name: string | null }[]>`select name from public.get_site_settings()`
  return row?.name ?? SITE_DEFAULTS.name
}
