import path from 'node:path'
import type { Sql } from 'postgres'
import { measureAccent, nearestAccent } from '#shared/accent.ts'
import { MAX_LOGO_BYTES } from '#shared/catalogue-rules.ts'
import type { FactSetting } from '#shared/own-facts.ts'
import { type SiteLink, type SiteSettings, TRANSLATABLE, type TranslatableField } from '#shared/site.ts'
import { siteSettingsSchema } from '#shared/site-rules.ts'
import { ImageRefused, sniffImageType } from '../server/images/image-type.ts'
import { createImages } from '../server/images/images.ts'
import { type Config, StartError } from '../server/lib/config.ts'
import { UnusableInput } from '../server/lib/errors.ts'
import { openStore } from '../server/supabase/storage/open-logos.ts'
import { BUCKET, DEFAULT_MAX_AGE } from '../server/supabase/storage/store.ts'
import { asText, readGivenFile } from './read-given-file.ts'

/** The settings of the site as the command line takes and prints them. */

export type Field = Exclude<keyof SiteSettings, 'translations'>
export type Values = Record<Field, unknown> & Pick<SiteSettings, 'translations'>

export const FIELDS = Object.keys(siteSettingsSchema.shape).filter(
  (name): name is Field => name in siteSettingsSchema.shape && name !== 'translations',
)
/** On the command line pictures are files, and words are joined by hyphens. */
export const nameOf = (field: Field) => field.replace('_path', '').replaceAll('_', '-')
const LISTS: readonly Field[] = ['social_links', 'footer_links']
export const PICTURES: readonly Field[] = ['logo_path', 'icon_path']

export function fieldOf(name: string): Field {
  const field = FIELDS.find((known) => known === name || nameOf(known) === name)
  if (!field)
    throw new UnusableInput(`there is no setting ${name}: there are ${FIELDS.map(nameOf).join(', ')}`)
  return field
}

export async function readValue(
  field: Field,
  given: readonly string[],
  file: string | undefined,
  config: Config,
  sql: Sql,
): Promise<unknown> {
  if (file !== undefined) {
    const bytes = await readGivenFile(file)
    if (PICTURES.includes(field)) return keepPicture(config, sql, bytes, path.basename(file))
    const text = asText(file, bytes)
    if (field === 'facts') return readFacts(text)
    return LISTS.includes(field) ? readLinks(text.split('\n')) : text
  }
  if (LISTS.includes(field)) return readLinks(given)
  const text = given.join(' ')
  if (field === 'facts') return text === 'none' ? [] : readFacts(text)
  if (field === 'reports_to_hide') return Number(text)
  return field === 'topic' && text === 'none' ? '' : text
}

/**
 * Stores a picture in the site's storage like an upload and returns its path. Throws an UnusableInput if it is no
 * picture.
 */
async function keepPicture(config: Config, sql: Sql, bytes: Buffer, fileName: string): Promise<string> {
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

function readFacts(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnusableInput('the facts are not JSON')
  }
}

function readLinks(entries: readonly string[]): unknown {
  const links = entries.map((entry) => entry.trim()).filter(Boolean)
  if (links.length === 1 && links[0] === 'none') return []
  return links.map((entry) => {
    const [label = '', ...url] = entry.split('=')
    if (url.length === 0) throw new UnusableInput(`${entry} is no link: write NAME=ADDRESS`)
    return { label: label.trim(), url: url.join('=').trim() }
  })
}

/** A problem, with its place in a list. */
function problemOf(issue: { message: string; path: PropertyKey[] } | undefined): string | undefined {
  const place = issue?.path.map((part) => (typeof part === 'number' ? part + 1 : String(part))).join(' ')
  return place ? `${place}: ${issue?.message}` : issue?.message
}

/** Validates by the form's rule. Throws with the problem. */
export function check(field: Field, value: unknown): Partial<Values> {
  const read = siteSettingsSchema.shape[field].safeParse(value)
  if (!read.success)
    throw new UnusableInput(
      `${nameOf(field)}: ${(field === 'facts' ? problemOf(read.error.issues[0]) : read.error.issues[0]?.message) ?? 'not a value for it'}`,
    )
  const color = read.data
  if ((field === 'accent_light' || field === 'accent_dark') && typeof color === 'string' && color !== '') {
    const theme = field === 'accent_light' ? 'light' : 'dark'
    const { passes, contrast, place } = measureAccent(color, theme)
    if (!passes)
      throw new UnusableInput(
        `${nameOf(field)}: ${color} has a contrast of ${contrast}:1 on ${place}, 4.5:1 is needed; the nearest that has it is ${nearestAccent(color, theme)}`,
      )
  }
  return { [field]: read.data }
}

export const isTranslatable = (field: Field): field is TranslatableField =>
  TRANSLATABLE.some((each) => each === field)

export function writeValue(value: unknown): string[] {
  if (Array.isArray(value)) {
    const entries: (SiteLink | FactSetting)[] = value
    if (entries.length === 0) return ['none']
    return entries.map((entry) => ('url' in entry ? `${entry.label}=${entry.url}` : entry.key))
  }
  return value === null || value === undefined || value === '' ? [] : [String(value)]
}
