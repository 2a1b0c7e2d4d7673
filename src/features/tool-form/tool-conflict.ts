import { findDifferences, type Side } from '~/components/form/differences'
import type { LogoChoice } from '~/components/logos/logo-choice'
import { factNames } from '#shared/messages/en/facts.ts'
import { toolForm } from '~/messages/en/tool-form'
import type { ToolValues } from '#shared/catalogue-schemas.ts'
import { FACT_FIELDS, NO_FACTS, toTypedFacts } from '#shared/fact-fields.ts'
import { EMPTY_TOOL, pickToolFields, TOOL_FIELDS } from '#shared/tool-fields.ts'
import type { OpenedTool } from './tool-form-data'

/** A tool as form values; empty for a new one. */
export function toolValuesOf(opened: OpenedTool | null): ToolValues {
  if (!opened) return { ...EMPTY_TOOL, ...toTypedFacts(NO_FACTS), category_ids: [] }
  return {
    ...pickToolFields(opened.tool),
    ...toTypedFacts(opened.tool),
    category_ids: opened.categories.map(({ id }) => id),
  }
}

type Mine = { values: ToolValues; known: OpenedTool | null; logo: LogoChoice }

/** What someone else saved meanwhile, and the fields that differ. */
export type ToolConflict = {
  theirs: OpenedTool
  mine: Mine
  differences: { field: keyof ToolValues | 'logo'; label: string; prefer: Side }[]
}

/** Compares the version being saved with the stored one. */
export function compareTools(mine: Mine, theirs: OpenedTool): ToolConflict {
  const values = {
    known: mine.known && toolValuesOf(mine.known),
    theirs: toolValuesOf(theirs),
    mine: mine.values,
  }
  const differences: ToolConflict['differences'] = findDifferences(
    [...TOOL_FIELDS, ...FACT_FIELDS, 'category_ids'],
    values,
  ).map((difference) => ({
    ...difference,
    label: { ...toolForm.fields, ...factNames }[difference.field],
  }))
  // An untouched logo is theirs: the file known here may be deleted.
  const theyChangedLogo = theirs.tool.logo !== (mine.known?.tool.logo ?? null)
  if (
    mine.logo.kind !== 'kept' &&
    theyChangedLogo &&
    (theirs.tool.logo !== null || mine.logo.kind === 'file')
  )
    differences.push({ field: 'logo', label: toolForm.fields.logo, prefer: 'mine' })
  return { theirs, mine, differences }
}
