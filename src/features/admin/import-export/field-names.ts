import { factNames } from '#messages/facts.js'
import * as messages from '#messages/import-export.js'
import { toolFieldNames } from '#messages/tool-fields.js'
import { toolForm } from '#messages/tool-form.js'
import { type Fact, TOOL_FIELDS } from '#shared/tool-fields.ts'

const FIELDS: Record<string, string> = {
  ...toolFieldNames,
  ...toolForm.fields,
  ...factNames,
  ...messages.fieldNames,
}

/** The name of a field, or of a fact of this site. */
export const fieldName = (field: string, facts: readonly Fact[]): string =>
  facts.find(({ column }) => column === field)?.name ?? FIELDS[field] ?? field

/** All fields that a column of a file may be. */
export const importFields = (facts: readonly Fact[]): string[] => [
  ...TOOL_FIELDS.map(({ column }) => column),
  'categories',
  ...facts.map(({ column }) => column),
]
