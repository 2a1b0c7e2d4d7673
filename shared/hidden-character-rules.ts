import * as z from 'zod/mini'
import { hiddenCharacters, required, tooLong } from '#messages/rules.js'

/**
 * People's texts are shown to others: no control characters, nothing that changes the direction of adjacent text,
 * nothing invisible. The same rule as private.without_hidden_characters in the database, compared by a contract test;
 * reasons in docs/decisions/051.
 */

/** Flag emoji such as England's, Scotland's and Wales's: the only allowed use of tag characters. */
const FLAG = '\\u{1F3F4}[\\u{E0020}-\\u{E007E}]{1,6}\\u{E007F}'
const CONTROL_IN_LINE = '\\u0000-\\u001F\\u2028\\u2029'
const CONTROL_IN_LINES = '\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F'
const HIDDEN =
  '\\u007F-\\u009F\\u202A-\\u202E\\u2060-\\u206F\\u3164\\uD800-\\uDFFF\\uFEFF\\uFFA0\\uFFF9-\\uFFFB' +
  '\\u{1BCA0}-\\u{1BCA3}\\u{1D173}-\\u{1D17A}\\u{E0000}-\\u{E007F}\\p{Noncharacter_Code_Point}'
/** Not after Latin, Greek and Cyrillic letters, digits and punctuation. */
const MISPLACED_JOINER =
  '(?<![\\u0600-\\u1FFF\\u2190-\\uD7FF\\uF900-\\uFFEF\\u{10000}-\\u{DFFFF}])[\\u200B-\\u200D]'

const patternOf = (control: string) => new RegExp(`(${FLAG})|[${control}${HIDDEN}]|${MISPLACED_JOINER}`, 'gu')
const PATTERNS = { line: patternOf(CONTROL_IN_LINE), lines: patternOf(CONTROL_IN_LINES) }

/** Single-line texts, or multi-line ones, which may contain tabs and line breaks. */
export type TextKind = keyof typeof PATTERNS

/** Removes hidden characters. The rest may hide something again: see `hasHiddenCharacters`. */
export function withoutHiddenCharacters(text: string, kind: TextKind): string {
  return text.replace(PATTERNS[kind], '$1')
}

export function hasHiddenCharacters(text: string, kind: TextKind): boolean {
  return withoutHiddenCharacters(text, kind) !== text
}

/** Schema check for people's texts: no hidden characters. `name` is the field's label. */
export const shownText = (name: string, kind: TextKind) =>
  z.refine<string>((text) => !hasHiddenCharacters(text, kind), hiddenCharacters({ name }))

type Limited = { name: string; limit: number; tooLong?: string }

const within = (kind: TextKind, { name, limit, ...text }: Limited) => [
  z.maxLength(limit, text.tooLong ?? tooLong({ name, limit })),
  shownText(name, kind),
]

/** Schema of a text that may be empty, trimmed. `name` is the field's label; its length is counted in code points. */
export const optionalText = (kind: TextKind, text: Limited) =>
  z.string().check(z.trim(), ...within(kind, text))

/** The same of a required one. */
export const requiredText = (kind: TextKind, text: Limited & { missing?: string }) =>
  z
    .string()
    .check(z.trim(), z.minLength(1, text.missing ?? required({ name: text.name })), ...within(kind, text))
