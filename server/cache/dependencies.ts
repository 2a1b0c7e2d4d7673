/**
 * What an answer depends on, and which answers a change concerns. A dependency is
 *   `tools`       all there is in a table
 *   `tools/`      a table, except for what is told row by row (`tools#…`)
 *   `tools#<id>`  what is told of this row
 *   `*`           anything
 * and a change is named as the migration `announce_changes` does: `tools`, `tools#<id>` or `*`.
 */
export type Dependency = string

export const ANYTHING: Dependency = '*'

/** The dependencies a change concerns; undefined: all of them. */
export function concerned(change: string): readonly Dependency[] | undefined {
  if (change === ANYTHING) return undefined
  const detail = change.indexOf('#')
  if (detail === -1) return [ANYTHING, change, `${change}/`]
  return [ANYTHING, change.slice(0, detail), change]
}
