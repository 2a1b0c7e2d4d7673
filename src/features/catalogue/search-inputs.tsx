import type { ListSearch } from './list-search'

/** The URL state of a list as hidden inputs, in a fixed order. */
export function SearchInputs({ search }: { search: ListSearch }) {
  return Object.entries(search)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(
      ([name, value]) =>
        value !== undefined && <input key={name} type="hidden" name={name} value={String(value)} />,
    )
}
