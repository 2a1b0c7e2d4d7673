import { toolForm } from '#messages/tool-form.js'
import { FACTS, type Fact, type FieldValue, factValues, TOOL_FIELDS } from '#shared/tool-fields.ts'
import { factWords } from '~/lib/fact-words'
import { asList } from '~/lib/name-lists'
import { shortenVersions } from '~/lib/shorten-versions'
import type { FieldChange } from '../difference-list'

/** Proposed values of a tool, by column, key of the owner's facts, and `category_ids`. */
export type Proposed = Readonly<Record<string, FieldValue>>

/** The names of categories, by id. */
export type CategoryNames = Readonly<Record<string, string>>

export const readProposed = (value: unknown): Proposed =>
  typeof value === 'object' && value !== null ? factValues(value) : {}

/** A value of this field in words; undefined where there is none. */
function wordsOf(field: string, value: FieldValue | undefined, fact: Fact | undefined, names: CategoryNames) {
  if (value === undefined || value === null || value === '') return undefined
  if (fact) return factWords(fact, value)
  if (field === 'category_ids' && Array.isArray(value))
    return asList(value.map((id) => names[id] ?? id)) || undefined
  return String(value)
}

/** What is proposed, field by field, beside what stands there. Fields without a value on either side are left out. */
export function proposedChanges(
  proposed: Proposed,
  standing: Proposed,
  { facts, names }: { facts: readonly Fact[]; names: CategoryNames },
): (FieldChange & { column: string })[] {
  const known = [...facts, ...FACTS.filter(({ column }) => !facts.some((fact) => fact.column === column))]
  const fields = [
    ...TOOL_FIELDS,
    { column: 'category_ids', name: toolForm.fields.category_ids },
    ...known,
  ].filter(({ column }) => column in proposed)
  return fields.flatMap(({ column, name }) => {
    const fact = known.find((each) => each.column === column)
    const [was, is] = [standing, proposed].map((side) => wordsOf(column, side[column], fact, names))
    if (was === is) return []
    const [before, after] = shortenVersions(was, is)
    return [{ column, field: name, before, after }]
  })
}
