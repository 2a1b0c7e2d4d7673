import { useRef, useState } from 'react'

/** Rows to choose several of; `toRow`: all from the one chosen last to this one. */
export type Selection<Row> = {
  isSelected: (row: Row) => boolean
  onSelect: (row: Row, toRow: boolean) => void
  nameOf: (row: Row) => string
}

/** Which rows of the page are selected, of how many. */
export function useSelection<Row extends { id: string; name: string }>(rows: readonly Row[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string>(undefined)
  return {
    rows: rows.filter(({ id }) => ids.has(id)),
    total: rows.length,
    isSelected: ({ id }: Row) => ids.has(id),
    nameOf: ({ name }: Row) => name,
    onSelect(row: Row, toRow: boolean) {
      const place = (id: string | undefined) => rows.findIndex((other) => other.id === id)
      const [from, to] = [place(toRow ? last.current : row.id), place(row.id)]
      const between = rows.slice(Math.min(from < 0 ? to : from, to), Math.max(from, to) + 1)
      const next = new Set(ids)
      for (const { id } of between)
        if (ids.has(row.id)) next.delete(id)
        else next.add(id)
      last.current = row.id
      setIds(next)
    },
    selectAll: () => setIds(new Set(rows.map(({ id }) => id))),
    clear: () => setIds(new Set()),
    remove: (some: readonly string[]) =>
      setIds((before) => new Set([...before].filter((id) => !some.includes(id)))),
  }
}
