import path from 'node:path'
import type { Sql } from 'postgres'
import { MAX_LOGO_BYTES } from '#shared/catalogue-rules.ts'
import { ImageRefused, sniffImageType } from '../server/images/image-type.ts'
import { createImages } from '../server/images/images.ts'
import { type Config, StartError } from '../server/lib/config.ts'
import { UnusableInput } from '../server/lib/errors.ts'
import { openStore } from '../server/supabase/storage/open-logos.ts'
import { BUCKET, DEFAULT_MAX_AGE } from '../server/supabase/storage/store.ts'

/**
 * Stores a picture in the site's storage like an upload and returns its path. Throws an UnusableInput if it is no
 * picture.
 */
export async function keepPicture(
  config: Config,
  sql: Sql,
  bytes: Buffer,
  fileName: string,
): Promise<string> {
  if (config.supabaseUrl)
    throw new StartError('a hosted project keeps its pictures itself: choose this one at /admin/site')
  if (bytes.length > MAX_LOGO_BYTES) throw new UnusableInput(`${fileName} is larger than 2 MB`)
  const type = sniffImageType(bytes)
  if (!type) throw new UnusableInput(`${fileName} is no PNG, JPEG, WebP, GIF or SVG`)
  const images = createImages(() => undefined)
  try {
    const kept = await images.run({ kind: 'clean', type, bytes })
    const name = `site-${Date.now()}${path
      .extname(fileName)
      .toLowerCase()
      .replaceAll(/[^.a-z0-9]/g, '')}`
    const store = await openStore(config, sql)
    if ((await store.put(name, { bytes: kept, type, maxAge: DEFAULT_MAX_AGE })) === 'exists')
      throw new StartError('another picture was kept at the same moment: try again')
    return `/storage/v1/object/public/${BUCKET}/${name}`
  } catch (error) {
    if (error instanceof ImageRefused) throw new UnusableInput(`${fileName} cannot be shown: ${error.reason}`)
    throw error
  } finally {
    images.close()
  }
}
