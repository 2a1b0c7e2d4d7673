import type { FactField } from '#shared/fact-fields.ts'
import { isPlatform, isPricing } from '#shared/facts.ts'
import { openSource, platforms, pricings } from '#shared/messages/en/facts.ts'

/** The label of a stored or typed value; undefined if unknown. */
export function factWords(field: FactField, value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined
  if (Array.isArray(value)) return value.map((each) => factWords(field, each)).join(', ') || undefined
  const word = String(value)
  if (field === 'pricing' && isPricing(word)) return pricings[word]
  if (field === 'platforms' && isPlatform(word)) return platforms[word]
  if (field === 'open_source') return word === 'true' ? openSource.yes : openSource.no
  return word
}
