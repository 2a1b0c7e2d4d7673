import type { FlagCounts } from './flagged-data'
import { FLAG_FILTERS, type FlagFilter } from './flags-search'

type Props = {
  selected: FlagFilter
  /** Undefined while not known. */
  counts: FlagCounts | undefined
  onSelect: (filter: FlagFilter) => void
}

export const FILTER_LABELS: Record<FlagFilter, string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  all: 'All',
}

/** The four filters of section 2; how many cards each has is their description, so that their name stays the filter's. */
export function FlagFilters({ selected, counts, onSelect }: Props) {
  return (
    <fieldset className="grid grow grid-cols-4 gap-1 rounded-xl border border-line bg-sunken p-1 md:w-136 md:grow-0">
      <legend className="sr-only">Show</legend>
      {FLAG_FILTERS.map((filter) => (
        <button
          key={filter}
          type="button"
          aria-pressed={filter === selected}
          aria-describedby={counts && `flag-count-${filter}`}
          onClick={() => onSelect(filter)}
          className="flex h-12 flex-col items-center justify-center rounded-lg px-0.5 font-medium leading-tight md:h-9 md:flex-row md:gap-2 md:px-3 pointer-coarse:h-12 text-ink-soft text-[13px] transition-colors md:text-sm hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-card"
        >
          {FILTER_LABELS[filter]}
          {counts && (
            <>
              <span aria-hidden="true" className="text-[13px] text-ink-faint tabular-nums">
                {counts[filter].toLocaleString('en')}
              </span>
              <span id={`flag-count-${filter}`} hidden>
                {counts[filter] === 1 ? '1 recommendation' : `${counts[filter]} recommendations`}
              </span>
            </>
          )}
        </button>
      ))}
    </fieldset>
  )
}
