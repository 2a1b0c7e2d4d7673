import type { ReactNode } from 'react'
import { useSyncExternalStore } from 'react'
import * as messages from '#messages/admin.js'
import { Icon } from '~/components/ui/icon'
import { SelectBox } from './select-box'
import type { Selection } from './use-selection'

export type Column<Row, Sort extends string = never> = {
  header: string
  /** The order its header sorts by; without it the column is not sortable. */
  sort?: Sort
  /** Classes of its cells: its width. */
  width: string
  cell: (row: Row) => ReactNode
  /** Its content in the narrow layout; null for none. */
  inCard?: (row: Row) => ReactNode
}

type Props<Row extends { id: string }, Sort extends string> = {
  /** The table's accessible name. */
  label: string
  /** The first one names the row. */
  columns: readonly Column<Row, Sort>[]
  rows: readonly Row[]
  /** Needed where a column is sortable. */
  sorting?: { sort: Sort; descending: boolean }
  onSort?: (sort: Sort) => void
  /** The actions of a row; the last column, headed 'Actions'. */
  renderActions: (row: Row) => ReactNode
  /** Of that column; by default it has room for two. */
  actionsWidth?: string | undefined
  /** The rows are outdated while the next result loads. */
  stale: boolean
  selection?: Selection<Row> | undefined
}

/** A table with sortable columns; below 768 px a list of cards titled by the first column. */
export function DataTable<Row extends { id: string }, Sort extends string>(props: Props<Row, Sort>) {
  const narrow = useNarrow()
  return (
    <div aria-busy={props.stale || undefined} className="transition-opacity aria-busy:opacity-60">
      {narrow ? <List {...props} /> : <Table {...props} />}
    </div>
  )
}

function Table<Row extends { id: string }, Sort extends string>({
  label,
  columns,
  rows,
  sorting,
  onSort,
  renderActions,
  actionsWidth = 'w-[172px]',
  selection,
}: Props<Row, Sort>) {
  return (
    <div className="card overflow-clip">
      <table
        aria-label={label}
        className="w-full table-fixed border-separate border-spacing-0 text-start text-sm [&_tbody_tr:last-child_td]:border-b-0 [&_td]:border-line [&_td]:border-b"
      >
        {/* Below the header of the site. */}
        <thead className="sticky top-[61px] z-1 bg-surface">
          <tr className="text-[13px] text-ink-faint">
            {columns.map(({ header, sort, width }) => (
              <th
                key={header}
                scope="col"
                aria-sort={
                  sort && sort === sorting?.sort
                    ? sorting.descending
                      ? 'descending'
                      : 'ascending'
                    : undefined
                }
                className={`h-11 border-line border-b px-4 text-start font-medium ${width}`}
              >
                {sort === undefined ? (
                  header
                ) : (
                  <SortButton
                    active={sorting?.sort === sort}
                    descending={sorting?.descending === true}
                    onSort={() => onSort?.(sort)}
                  >
                    {header}
                  </SortButton>
                )}
              </th>
            ))}
            <th scope="col" className={`${actionsWidth} border-line border-b px-4 text-start font-medium`}>
              {messages.actions}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.id}
              className={`transition-colors hover:bg-sunken/50 ${selection?.isSelected(row) ? 'bg-accent-soft' : ''}`}
            >
              {columns.map(({ header, width, cell }, index) => (
                <td
                  key={header}
                  className={`px-4 py-1 ${width} ${index === 0 ? 'font-medium text-[15px]' : ''}`}
                >
                  {index === 0 && selection ? (
                    <div className="flex items-center gap-3">
                      <SelectBox row={row} selection={selection} />
                      <div className="min-w-0 flex-1">{cell(row)}</div>
                    </div>
                  ) : (
                    cell(row)
                  )}
                </td>
              ))}
              <td className="px-4 py-1">
                <div className="-ms-3 flex gap-1">{renderActions(row)}</div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function SortButton({
  active,
  descending,
  onSort,
  children,
}: {
  active: boolean
  descending: boolean
  onSort: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      onClick={onSort}
      className={`-mx-2 inline-flex h-8 items-center gap-1 whitespace-nowrap rounded-lg px-2 font-medium transition-colors hover:bg-sunken hover:text-ink pointer-coarse:h-11 ${active ? 'text-ink' : ''}`}
    >
      {children}
      <Icon
        name="up"
        size={13}
        weight={2.4}
        className={`transition-[opacity,rotate] ${active ? '' : 'opacity-0'} ${active && descending ? 'rotate-180' : ''}`}
      />
    </button>
  )
}

function List<Row extends { id: string }, Sort extends string>({
  label,
  columns,
  rows,
  renderActions,
  selection,
}: Props<Row, Sort>) {
  const [title, ...facts] = columns
  return (
    <ul aria-label={label} className="card overflow-hidden">
      {rows.map((row) => (
        <li
          key={row.id}
          className="flex flex-wrap items-center gap-x-3 border-line border-b py-2.5 pe-2 ps-4 last:border-b-0"
        >
          {selection && <SelectBox row={row} selection={selection} />}
          {/* The actions go below rather than leave no room for words. */}
          <div className="min-w-0 flex-1 basis-40">
            <div className="font-medium text-[15px] leading-snug">{title?.cell(row)}</div>
            <dl className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-[13px] text-ink-soft leading-snug">
              {facts.map(({ header, cell, inCard = cell }) => {
                const fact = inCard(row)
                return (
                  fact !== null && (
                    <div key={header} className="min-w-0">
                      <dt className="sr-only">{header}</dt>
                      <dd>{fact}</dd>
                    </div>
                  )
                )
              })}
            </dl>
          </div>
          <div className="ms-auto flex shrink-0">{renderActions(row)}</div>
        </li>
      ))}
    </ul>
  )
}

/** Section 9: below this width a table's columns do not fit. */
const NARROW = '(width < 768px)'

/** Whether the window is narrow. Only for pages rendered in the browser. */
function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches)
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(NARROW)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
