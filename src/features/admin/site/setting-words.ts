import { siteFields, siteForm } from '#messages/site-settings.js'
import type { FieldChange } from '../audit/field-changes'
import { shortenVersions } from '../shorten-versions'

const isSetting = (field: string): field is keyof typeof siteFields => field in siteFields

/** A stored setting in words. */
export function settingWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return siteForm.defaultValue
  if (!Array.isArray(value)) return String(value)
  return value.map(({ label, url }) => `${label}: ${url}`).join('\n') || siteForm.none
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
