import * as messages from '#messages/audit.js'
import { factNames } from '#messages/facts.js'
import { siteFields } from '#messages/site-settings.js'
import { toolFieldNames } from '#messages/tool-fields.js'
import { toolForm } from '#messages/tool-form.js'
import { isFact } from '#shared/tool-fields.ts'
import { factWords } from '~/lib/fact-words'
import { shortenVersions } from '../shorten-versions'
import { type Saved, textIn } from './group-entries'

/** One field before and after; undefined where it did not exist. */
export type FieldChange = { field: string; before: string | undefined; after: string | undefined }

/** The fields to show, with their labels. Ids, counts and dates kept by the database are left out. */
const FIELDS: Readonly<Record<string, string>> = {
  ...toolFieldNames,
  ...toolForm.fields,
  ...factNames,
  ...siteFields,
  ...messages.fieldNames,
}

/** Fields whose stored value means nothing to people. */
const FILES = ['logo', 'logo_path', 'icon_path']

/** The changed fields of a save; for a created or deleted entity all of its fields. */
export function fieldChangesOf({ entry, categories }: Saved): FieldChange[] {
  const rows = entry.table_name === 'tool_categories' ? [] : Object.keys(FIELDS)
  const differences = rows.flatMap((field): FieldChange[] => {
    const [before, after] = [read(entry.before, field, entry.names), read(entry.after, field, entry.names)]
    if (before === after) return []
    const name = FIELDS[field] ?? field
    if (FILES.includes(field)) return [{ field: name, before: undefined, after: changeOf(before, after) }]
    const [was, is] = shortenVersions(before, after)
    return [{ field: name, before: was, after: is }]
  })
  if (categories && categories.before.length + categories.after.length > 0)
    differences.push({
      field: entry.action === 'insert' ? messages.categories : messages.categoriesChanged,
      before: categories.before.join(', ') || undefined,
      after: categories.after.join(', ') || undefined,
    })
  return differences
}

/** The change of such a field in words. */
function changeOf(before: string | undefined, after: string | undefined): string {
  if (before === undefined) return messages.fileAdded
  return after === undefined ? messages.fileRemoved : messages.fileReplaced
}

function read(row: unknown, field: string, names: unknown): string | undefined {
  if (typeof row !== 'object' || row === null) return undefined
  const value: unknown = Reflect.get(row, field)
  if (value === null || value === undefined || value === '') return undefined
  if (isFact(field)) return factWords(field, value)
  if (field === 'hides_upvotes') return value === true ? messages.upvotesHidden : messages.upvotesKept
  if (typeof value === 'boolean') return value ? messages.yes : messages.no
  if (field === 'category_id') return textIn(names, String(value)) ?? messages.deletedCategory
  if (Array.isArray(value))
    return (
      value.map((link: unknown) => `${textIn(link, 'label')}: ${textIn(link, 'url')}`).join('\n') ||
      messages.none
    )
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
