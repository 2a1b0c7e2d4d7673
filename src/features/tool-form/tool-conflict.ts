import { toolForm } from '#messages/tool-form.js'
import type { ToolValues } from '#shared/catalogue-schemas.ts'
import { type Fact, TOOL_FIELDS, toTypedFacts } from '#shared/tool-fields.ts'
import { findDifferences, type Side } from '~/components/form/differences'
import type { LogoChoice } from '~/components/logos/logo-choice'
import type { OpenedTool } from './tool-form-data'

/** A tool as form values, with the facts of the site; empty for a new one. */
export function toolValuesOf(opened: OpenedTool | null, site: readonly Fact[]): ToolValues {
  const {
    name = '',
    slug = '',
    short_description = '',
    website_url = '',
    featured = false,
  } = opened?.tool ?? {}
  return {
    ...{ name, slug, short_description, website_url, featured },
    facts: toTypedFacts(opened?.tool, site),
    category_ids: opened?.categories.map(({ id }) => id) ?? [],
  }
}

type Mine = { values: ToolValues; known: OpenedTool | null; logo: LogoChoice }

/** What someone else saved meanwhile, and the fields that differ. */
export type ToolConflict = {
  theirs: OpenedTool
  mine: Mine
  /** By column, 'category_ids' or 'logo'. */
  differences: { field: string; label: string; prefer: Side }[]
}

/** The values of a form by field, the facts among them. */
export const byField = ({ facts, ...values }: ToolValues): Record<string, string | boolean | string[]> => ({
  ...values,
  ...facts,
})

/** Compares the version being saved with the stored one. */
export function compareTools(mine: Mine, theirs: OpenedTool, site: readonly Fact[]): ToolConflict {
  const values = {
    known: mine.known && byField(toolValuesOf(mine.known, site)),
    theirs: byField(toolValuesOf(theirs, site)),
    mine: byField(mine.values),
  }
  const fields = [...TOOL_FIELDS, ...site, { column: 'category_ids', name: toolForm.fields.category_ids }]
  const names = new Map(fields.map(({ column, name }) => [column, name]))
  const differences: ToolConflict['differences'] = findDifferences([...names.keys()], values).map(
    (difference) => ({ ...difference, label: names.get(difference.field) ?? difference.field }),
  )
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
