import * as z from 'zod/mini'
import * as messages from '../messages/en/rules.ts'
import { toolFieldNames } from '../messages/en/tool-fields.ts'
import { LONGEST } from './catalogue-rules.ts'

/** A text somebody must write. `name` is what its messages call it. */
export interface TextRule {
  name: string
  limit: number
  tooLong: string
}

/** What a kind of field becomes for each use of the declaration below: a check, a value, a column of an import. */
export interface FieldKinds<Line, Lines, Slug, Address, Flag> {
  line: (rule: TextRule) => Line
  lines: (rule: TextRule) => Lines
  slug: (limit: number) => Slug
  address: () => Address
  flag: (name: string) => Flag
}

/**
 * The fields of a tool that people write, declared once. The form, its checks, the comparison of two versions, import and
 * export follow from it; docs/architecture.md says what else a new field needs. Logo and categories are kept apart: one is a
 * file, the others rows of their own.
 */
export const toolFields = <Line, Lines, Slug, Address, Flag>(
  kinds: FieldKinds<Line, Lines, Slug, Address, Flag>,
) => ({
  name: kinds.line({
    name: toolFieldNames.name,
    limit: LONGEST.toolName,
    tooLong: messages.tooLong(toolFieldNames.name, LONGEST.toolName),
  }),
  slug: kinds.slug(LONGEST.toolSlug),
  short_description: kinds.lines({
    name: toolFieldNames.short_description,
    limit: LONGEST.description,
    tooLong: messages.toolDescriptionTooLong,
  }),
  website_url: kinds.address(),
  featured: kinds.flag(toolFieldNames.featured),
})

const blank = () => ''

/** A tool nobody has written anything of yet. */
export const EMPTY_TOOL = toolFields({
  line: blank,
  lines: blank,
  slug: blank,
  address: blank,
  flag: () => false,
})

export type ToolFields = typeof EMPTY_TOOL
export type ToolField = keyof ToolFields

/** The names of the fields, in order: columns of the table, of the form and of exports. */
export const TOOL_FIELDS = Object.keys(EMPTY_TOOL).filter((name): name is ToolField => name in EMPTY_TOOL)

const text = () => z.string()
const fieldsSchema = z.object(
  toolFields({ line: text, lines: text, slug: text, address: text, flag: () => z.boolean() }),
)

/** The fields of a tool that is stored, out of everything its row holds. */
export const pickToolFields = (row: object): ToolFields => fieldsSchema.parse(row)
