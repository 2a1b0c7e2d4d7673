import { locale } from '#messages/language.js'
import type { Fact } from '#shared/tool-fields.ts'
import { asList } from './name-lists'

/** A fact's stored or typed value in words; undefined if it is unknown, or a choice that the site no longer has. */
export function factWords(fact: Fact, value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined
  if (Array.isArray(value)) return asList(value.flatMap((each) => factWords(fact, each) ?? [])) || undefined
  if (fact.kind === 'number') {
    const number = Number(value).toLocaleString(locale, { maximumFractionDigits: 6 })
    return fact.unit ? `${number}\u00a0${fact.unit}` : number
  }
  return fact.labels[String(value)] ?? (fact.values.length > 0 && fact.isOwn ? undefined : String(value))
}
