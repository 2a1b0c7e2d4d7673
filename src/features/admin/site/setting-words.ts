import { privacyPolicy } from '#messages/common.js'
import { termsTitle } from '#messages/documents.js'
import { called } from '#messages/site-rules.js'
import { siteFields as ownFields, siteFacts, siteForm } from '#messages/site-settings.js'
import type { FactSetting } from '#shared/own-facts.ts'
import type { SiteLink } from '#shared/site.ts'
import { FACTS } from '#shared/tool-fields.ts'
import type { FieldChange } from '~/components/difference-list'
import type { Database } from '~/database.types'
import { asList } from '~/lib/name-lists'
import { shortenVersions } from '~/lib/shorten-versions'
import { languageName } from './site-languages'

/** A text of another language is a field of its own: 'translations.de.tagline', in forms as in the database. */
const FURTHER = /^translations\.([^.]+)\.(.+)$/

/** The labels of the settings; some are also in what the database says of them. */
export const siteFields = { ...called, ...ownFields, terms: termsTitle, privacy: privacyPolicy }

const isSetting = (field: string): field is keyof typeof siteFields => field in siteFields

/** The label of a setting, with the language of a text that is not in the first; undefined if there is no such setting. */
export function settingName(path: string): string | undefined {
  const [, language, field = path] = FURTHER.exec(path) ?? []
  if (!isSetting(field)) return undefined
  const name = siteFields[field]
  return language === undefined ? name : siteForm.languages.text({ name, language: languageName(language) })
}

/** The value of a setting, or of a text of another language. */
export function settingAt(settings: unknown, path: string): unknown {
  return FURTHER.test(path) ? path.split('.').reduce(settingOf, settings) : settingOf(settings, path)
}

const settingOf = (settings: unknown, key: string): unknown =>
  typeof settings === 'object' && settings !== null ? Reflect.get(settings, key) : undefined

/** A stored setting in words. */
export function settingWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return siteForm.defaultValue
  if (!Array.isArray(value)) return String(value)
  return value.map(entryWords).join('\n') || siteForm.none
}

/** A link, or a fact with what it is. */
function entryWords({ label, url, key, kind, options, unit }: Partial<SiteLink & FactSetting>): string {
  if (key === undefined) return `${label}: ${url}`
  const name = label || (FACTS.find(({ column }) => column === key)?.name ?? key)
  const choices = options ? asList(options.map((option) => option.label)) : unit
  return kind ? `${name}: ${siteFacts.kinds[kind]}${choices ? ` (${choices})` : ''}` : name
}

type SiteVersion = Pick<
  Database['public']['Functions']['list_site_versions']['Returns'][number],
  'changed' | 'before' | 'after'
>

/** A version's changes in words. */
export function differencesBetween({ changed, before, after }: SiteVersion): FieldChange[] {
  return changed.flatMap((path) => {
    const field = settingName(path)
    const [was, is] = [before, after].map((settings) => settingWords(settingOf(settings, path)))
    const [shownBefore, shownAfter] = shortenVersions(was, is)
    return field === undefined ? [] : [{ field, before: shownBefore, after: shownAfter }]
  })
}
