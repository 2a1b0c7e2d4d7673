import type { ListSearch } from './list-search'

/** The address of a list as a form without scripts sends it, in an order that does not follow from how it was written. */
export function SearchInputs({ search }: { search: ListSearch }) {
  return Object.entries(search)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(
      ([name, value]) =>
        value !== undefined && <input key={name} type="hidden" name={name} value={String(value)} />,
    )
}
