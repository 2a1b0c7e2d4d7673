import { openSource, platforms, pricings } from '#messages/facts.js'

/** The labels of values that are stored by a name of their own. */
const WORDS: Partial<Record<string, Readonly<Record<string, string>>>> = {
  pricing: pricings,
  platforms,
  open_source: { true: openSource.yes, false: openSource.no },
}

/** The label of a fact's stored or typed value; undefined if unknown. */
export function factWords(column: string, value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined
  if (Array.isArray(value)) return value.map((each) => factWords(column, each)).join(', ') || undefined
  return WORDS[column]?.[String(value)] ?? String(value)
}
