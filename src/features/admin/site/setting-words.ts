import { siteFacts, siteFields, siteForm } from '#messages/site-settings.js'
import type { FactSetting } from '#shared/own-facts.ts'
import type { SiteLink } from '#shared/site.ts'
import { FACTS } from '#shared/tool-fields.ts'
import type { FieldChange } from '~/components/difference-list'
import { shortenVersions } from '~/lib/shorten-versions'

const isSetting = (field: string): field is keyof typeof siteFields => field in siteFields

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
  const choices = options?.map((option) => option.label).join(', ') ?? unit
  return kind ? `${name}: ${siteFacts.kinds[kind]}${choices ? ` (${choices})` : ''}` : name
}

/** A version's changes in words. */
export function differencesBetween(
  changed: readonly string[],
  before: unknown,
  after: unknown,
): FieldChange[] {
  const of = (settings: unknown, field: string) =>
    typeof settings === 'object' && settings !== null ? settingWords(Reflect.get(settings, field)) : undefined
  return changed.filter(isSetting).map((field) => {
    const [was, is] = shortenVersions(of(before, field), of(after, field))
    return { field: siteFields[field], before: was, after: is }
  })
}
