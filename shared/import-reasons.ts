import { reasons } from '#messages/import-export.js'
import * as rules from '#messages/rules.js'
import { CATEGORY_FIELDS, FACTS, TOOL_FIELDS } from './tool-fields.ts'

/** Why a line of a catalogue is rejected: the server says it in English, a page in its own language. */

const TEXTS = {
  ...reasons,
  required: rules.required,
  tooLong: rules.tooLong,
  descriptionTooLong: rules.toolDescriptionTooLong,
  slugPattern: rules.slugPattern,
  invalidUrl: rules.invalidUrl,
}

/** What the texts name; `name` is the label of `column`. */
const NOTHING = {
  ...{ column: '', name: '', limit: '', values: '', given: '' },
  ...{ cells: '', expected: '', line: '', slug: '', message: '' },
}
type Values = typeof NOTHING
type Text = string | ((values: Values) => string)

export interface Reason {
  code: string
  values?: Partial<Values> | undefined
}
export type ReasonCode = keyof typeof TEXTS

const KNOWN = new Map<string, Text>(Object.entries(TEXTS))
const LABELS = new Map(
  [...CATEGORY_FIELDS, ...TOOL_FIELDS, ...FACTS].map(({ column, name }) => [column, name]),
)

/** The sentence of reasons; those of a newer server that this page does not know are left out. */
export const sentenceOf = (reasons: readonly Reason[]): string =>
  reasons
    .map(({ code, values = {} }) => {
      const text = KNOWN.get(code) ?? ''
      const name = LABELS.get(values.column ?? '') ?? values.name ?? ''
      return typeof text === 'function' ? text({ ...NOTHING, ...values, name }) : text
    })
    .filter(Boolean)
    .join('; ')
