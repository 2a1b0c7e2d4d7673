import { useCallback, useState } from 'react'

/** The list of results; there is one search dialog at a time. */
export const LIST_ID = 'search-results'

/** The id of a row, which the field references as active descendant. */
export const rowId = (row: number) => `${LIST_ID}-${row}`

/**
 * The marked row: `first` (-1 for none) whenever the rows change, then as the arrow keys or the pointer move it. The
 * arrow keys wrap around.
 */
export function useMarkedRow<T>(rows: readonly T[] | undefined, first: 0 | -1) {
  const [moved, setMoved] = useState<{ rows: typeof rows; to: number }>({ rows, to: first })
  const marked = moved.rows === rows ? moved.to : first
  const mark = useCallback((to: number) => setMoved({ rows, to }), [rows])

  function markByKey(step: 1 | -1) {
    if (!rows || rows.length === 0) return
    const from = marked < 0 && step < 0 ? 0 : marked
    const to = (from + step + rows.length) % rows.length
    mark(to)
    document.getElementById(rowId(to))?.scrollIntoView({ block: 'nearest' })
  }

  return { marked, mark, markByKey }
}
