import type { LogoChoice } from '../logos/logo-choice'
import { findDifferences, type Side } from './differences'
import type { ToolValues } from './form-schemas'
import type { OpenedTool } from './tool-form-data'
import { TOOL_LABELS, toolValuesOf } from './tool-values'

const FIELDS = ['name', 'slug', 'short_description', 'website_url', 'featured', 'category_ids'] as const

type Mine = { values: ToolValues; known: OpenedTool | null; logo: LogoChoice }

/** What someone else saved while a tool was being edited, and where the two disagree. */
export type ToolConflict = {
  theirs: OpenedTool
  mine: Mine
  differences: { field: keyof ToolValues | 'logo'; label: string; prefer: Side }[]
}

/** Compares what is being saved with what is stored by now. */
export function compareTools(mine: Mine, theirs: OpenedTool): ToolConflict {
  const values = {
    known: mine.known && toolValuesOf(mine.known),
    theirs: toolValuesOf(theirs),
    mine: mine.values,
  }
  const differences: ToolConflict['differences'] = findDifferences(FIELDS, values).map((difference) => ({
    ...difference,
    label: TOOL_LABELS[difference.field],
  }))
  // A logo left alone is theirs: the file known here may be gone.
  const theyChangedLogo = theirs.tool.logo !== (mine.known?.tool.logo ?? null)
  if (
    mine.logo.kind !== 'kept' &&
    theyChangedLogo &&
    (theirs.tool.logo !== null || mine.logo.kind === 'file')
  )
    differences.push({ field: 'logo', label: 'Logo', prefer: 'mine' })
  return { theirs, mine, differences }
}
