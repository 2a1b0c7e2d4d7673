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
    <fieldset className="flex flex-wrap gap-1 rounded-xl border border-line bg-sunken p-1">
      <legend className="sr-only">Show</legend>
      {FLAG_FILTERS.map((filter) => (
        <button
          key={filter}
          type="button"
          aria-pressed={filter === selected}
          aria-describedby={counts && `flag-count-${filter}`}
          onClick={() => onSelect(filter)}
          className="inline-flex h-9 grow items-center justify-center gap-2 rounded-lg px-3 font-medium text-ink-soft text-sm transition-colors hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-card pointer-coarse:h-11"
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
