import * as z from 'zod/mini'
import * as messages from './messages/en/rules.ts'
import { toolFieldNames } from './messages/en/tool-fields.ts'

/** A text. `name` is used in messages, `limit` counts code points. */
export interface TextRule {
  name: string
  limit: number
  tooLong: string
}

export const textRule = (name: string, limit: number): TextRule => ({
  name,
  limit,
  tooLong: messages.tooLong(name, limit),
})

/** What each use of the declaration below makes of a kind of field: a check, a value, a column of an import. */
interface FieldKinds<Line, Lines, Slug, Address, Flag> {
  line: (rule: TextRule) => Line
  lines: (rule: TextRule) => Lines
  slug: (limit: number) => Slug
  address: () => Address
  flag: (name: string) => Flag
}

/**
 * The text and boolean fields of a tool, declared once. The form, validation, comparison of versions, import and export
 * follow from it; docs/architecture.md says what else a new field needs. Logo and categories are separate: one is a
 * file, the others are rows.
 */
export const toolFields = <Line, Lines, Slug, Address, Flag>(
  kinds: FieldKinds<Line, Lines, Slug, Address, Flag>,
) => ({
  name: kinds.line(textRule(toolFieldNames.name, 200)),
  slug: kinds.slug(200),
  short_description: kinds.lines({
    name: toolFieldNames.short_description,
    limit: 500,
    tooLong: messages.toolDescriptionTooLong,
  }),
  website_url: kinds.address(),
  featured: kinds.flag(toolFieldNames.featured),
})

const blank = () => ''

/** A new, empty tool. */
export const EMPTY_TOOL = toolFields({
  line: blank,
  lines: blank,
  slug: blank,
  address: blank,
  flag: () => false,
})

export type ToolFields = typeof EMPTY_TOOL
export type ToolField = keyof ToolFields

/** The names of the fields, in order: columns of the table, the form and exports. */
export const TOOL_FIELDS = Object.keys(EMPTY_TOOL).filter((name): name is ToolField => name in EMPTY_TOOL)

const text = () => z.string()
const fieldsSchema = z.object(
  toolFields({ line: text, lines: text, slug: text, address: text, flag: () => z.boolean() }),
)

/** The fields of a stored tool. */
export const pickToolFields = (row: object): ToolFields => fieldsSchema.parse(row)
