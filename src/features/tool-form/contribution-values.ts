import type { UseFormReturn } from 'react-hook-form'
import type { ToolValues } from '#shared/catalogue-schemas.ts'
import { type Fact, toFacts, toTypedFacts } from '#shared/tool-fields.ts'
import type { Proposed } from '~/components/contributions/proposed-changes'
import { toolValuesOf } from './tool-conflict'
import type { OpenedTool } from './tool-form-data'

/** An administrator's field, which is not sent in: valid, so that the form's rules pass. */
const NO_SLUG = 'x'

/** What the form shows: a tool, if it is about one, with what is proposed over it. */
export function contributionValues(
  opened: OpenedTool | null,
  proposed: Proposed,
  facts: readonly Fact[],
): ToolValues {
  const values = toolValuesOf(opened, facts)
  const text = (column: 'name' | 'short_description' | 'website_url') => {
    const given = proposed[column]
    return typeof given === 'string' ? given : values[column]
  }
  const { category_ids: categories } = proposed
  const typed = toTypedFacts(proposed, facts)
  return {
    ...{ name: text('name'), short_description: text('short_description'), website_url: text('website_url') },
    ...{ slug: values.slug || NO_SLUG, featured: values.featured },
    facts: Object.fromEntries(
      Object.entries(values.facts).map(([key, value]) => [key, key in proposed ? (typed[key] ?? '') : value]),
    ),
    category_ids: Array.isArray(categories) ? categories : values.category_ids,
  }
}

/** The form's values as they are sent in. */
export const proposedOf = (values: ToolValues, facts: readonly Fact[]): Proposed => ({
  ...{ name: values.name.trim(), short_description: values.short_description.trim() },
  ...{ website_url: values.website_url.trim(), category_ids: values.category_ids },
  ...Object.fromEntries(
    Object.entries(toFacts(values.facts, facts)).map(([key, value]) => [
      key,
      typeof value === 'string' ? value.trim() || null : value,
    ]),
  ),
})

/** Those of the values that differ from what stands. */
export function changedOf(values: ToolValues, standing: ToolValues, facts: readonly Fact[]): Proposed {
  const before = proposedOf(standing, facts)
  return Object.fromEntries(
    Object.entries(proposedOf(values, facts)).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field]),
    ),
  )
}

/** Somebody has changed what the form starts with: whatever is not touched in it becomes as it is now. */
export function catchUp(
  form: UseFormReturn<ToolValues>,
  before: ToolValues,
  now: ToolValues,
  facts: readonly Fact[],
): void {
  const mine = form.getValues()
  const touched = changedOf(mine, before, facts)
  const pick = <Value>(values: Record<string, Value>): Record<string, Value> =>
    Object.fromEntries(Object.entries(values).filter(([field]) => field in touched))
  form.reset(now)
  form.reset(
    { ...now, ...pick(mine), facts: { ...now.facts, ...pick(mine.facts) } },
    { keepDefaultValues: true },
  )
}
