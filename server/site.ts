import type { Sql } from 'postgres'
import * as z from 'zod'
import {
  readSettings,
  resolveSite,
  SHORT_COLUMNS,
  SITE_DEFAULTS,
  type Site,
  type SiteOverrides,
} from '../src/rules/site.ts'
import type { Reader } from './seo/reader.ts'

/** The site as what the server itself says shows it: feeds, previews, files with fixed names. */
export interface ServedSite extends Site {
  publicUrl: string
}

/** Reads the settings as pages do, from memory. */
export function createSiteReader(
  reader: Pick<Reader, 'rows'>,
  { publicUrl, overrides }: { publicUrl: string; overrides: SiteOverrides },
): () => Promise<ServedSite> {
  return async () => {
    const [row] = await reader.rows(`rpc/get_site_settings?select=${SHORT_COLUMNS}`, z.array(z.unknown()))
    return { ...resolveSite(readSettings(row), overrides), publicUrl }
  }
}

/** The site's name, for what has the database at hand. */
export async function readSiteName(sql: Sql, { PRODUCT_NAME }: SiteOverrides): Promise<string> {
  if (PRODUCT_NAME) return PRODUCT_NAME
  const [row] = await sql<{ name: string | null }[]>`select name from public.get_site_settings()`
  return row?.name ?? SITE_DEFAULTS.name
}
