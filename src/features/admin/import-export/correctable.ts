import type { Rejection } from '#shared/import-export-rules.ts'

/** Rejected rows that are corrected by hand, to be checked alone. */

/** What was typed, by line and field. */
export type Corrections = Readonly<Record<number, Readonly<Record<string, string>>>>

/** The fields that reasons without one are about. */
const FIELDS: Record<string, string[]> = {
  invalidUrl: ['website_url'],
  sameAddress: ['website_url'],
  descriptionTooLong: ['short_description'],
  slugPattern: ['slug'],
  claimed: ['slug'],
  sameName: ['slug'],
  categories: ['categories'],
  mostCategories: ['categories'],
  categoryName: ['categories'],
  categoryTooLong: ['categories'],
}
const ALL = ['name', 'short_description', 'website_url', 'categories']

/** The fields to correct in a row; none if its values are not known. */
export function fieldsToCorrect({ reasons = [], values }: Rejection): string[] {
  if (!values) return []
  const fields = reasons.flatMap(({ code, values: named }) =>
    named?.column ? [named.column] : (FIELDS[code] ?? ALL),
  )
  return [...new Set(fields)]
}

/** All proposals as corrections. */
export const proposed = (rejections: readonly Rejection[]): Corrections =>
  Object.fromEntries(rejections.flatMap(({ line, proposals }) => (proposals ? [[line, proposals]] : [])))

/** The corrected rows as a file of their own; null without any. */
export function correctedFile(rejections: readonly Rejection[], corrections: Corrections): File | null {
  const rows = rejections.flatMap(({ line, values }) =>
    values && corrections[line] ? [JSON.stringify({ ...values, ...corrections[line] })] : [],
  )
  return rows.length === 0 ? null : new File([`${rows.join('\n')}\n`], 'corrected-rows.jsonl')
}
