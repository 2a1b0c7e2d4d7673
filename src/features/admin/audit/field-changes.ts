import * as messages from '#messages/audit.js'
import * as common from '#messages/common.js'
import { factNames } from '#messages/facts.js'
import { fieldNames } from '#messages/import-export.js'
import { toolFieldNames } from '#messages/tool-fields.js'
import { toolForm } from '#messages/tool-form.js'
import { FACTS, type Fact, factValues } from '#shared/tool-fields.ts'
import type { FieldChange } from '~/components/difference-list'
import { factWords } from '~/lib/fact-words'
import { asList } from '~/lib/name-lists'
import { shortenVersions } from '~/lib/shorten-versions'
import { settingName, settingWords, siteFields } from '../site/setting-words'
import { type Saved, textIn } from './group-entries'

/** The fields to show, with their labels. Ids, counts and dates kept by the database are left out. */
const FIELDS: Readonly<Record<string, string>> = {
  ...toolFieldNames,
  ...toolForm.fields,
  ...factNames,
  ...siteFields,
  ...{ description: fieldNames.description, website_url: fieldNames.website_url },
  ...{ hides_upvotes: common.recommendations, ...messages.fieldNames },
}

/** Fields whose stored value means nothing to people. */
const FILES = ['logo', 'logo_path', 'icon_path']

/** The changed fields of a save; for a created or deleted entity all of its fields. */
export function fieldChangesOf({ entry, categories }: Saved, facts: readonly Fact[] = FACTS): FieldChange[] {
  const own = entry.table_name === 'tools' ? facts.filter(({ isOwn }) => isOwn) : []
  const rows = ['tool_categories', 'contributions', 'claims'].includes(entry.table_name)
    ? []
    : Object.keys(FIELDS)
  const translated = Object.keys({ ...textsOf(entry.before), ...textsOf(entry.after) })
  const differences = [...rows, ...translated, ...own].flatMap((row): FieldChange[] => {
    const field = typeof row === 'string' ? row : row.column
    const read = (version: unknown) =>
      typeof row === 'string' ? readField(version, row, entry.names) : readOwn(version, row)
    const [before, after] = [read(entry.before), read(entry.after)]
    if (before === after) return []
    const name = typeof row === 'string' ? (FIELDS[row] ?? settingName(row) ?? row) : row.name
    if (FILES.includes(field)) return [{ field: name, before: undefined, after: changeOf(before, after) }]
    const [was, is] = shortenVersions(before, after)
    return [{ field: name, before: was, after: is }]
  })
  if (categories && categories.before.length + categories.after.length > 0)
    differences.push({
      field: entry.action === 'insert' ? common.categories : messages.categoriesChanged,
      before: asList(categories.before) || undefined,
      after: asList(categories.after) || undefined,
    })
  return differences
}

/** The site's texts in other languages than its first, which the log has by language and field. */
const textsOf = (version: unknown) =>
  Object.fromEntries(
    Object.entries(version ?? {}).filter(
      ([field]) => field.startsWith('translations.') && settingName(field),
    ),
  )

/** The change of such a field in words. */
function changeOf(before: string | undefined, after: string | undefined): string {
  if (before === undefined) return messages.fileAdded
  return after === undefined ? messages.fileRemoved : messages.fileReplaced
}

const readOwn = (row: unknown, fact: Fact) =>
  typeof row === 'object' && row !== null ? factWords(fact, factValues(row)[fact.column]) : undefined

function readField(row: unknown, field: string, names: unknown): string | undefined {
  if (typeof row !== 'object' || row === null) return undefined
  const value: unknown = Reflect.get(row, field)
  if (value === null || value === undefined || value === '') return undefined
  const fact = FACTS.find(({ column }) => column === field)
  if (fact) return factWords(fact, value)
  if (field === 'hides_upvotes') return value === true ? messages.upvotesHidden : messages.upvotesKept
  if (typeof value === 'boolean') return value ? common.yes : common.no
  if (field === 'category_id') return textIn(names, String(value)) ?? messages.deletedCategory
  if (Array.isArray(value)) return settingWords(value)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
