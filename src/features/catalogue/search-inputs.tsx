import type { ListSearch } from './list-search'

/** The address of a list as a form without scripts sends it. */
export function SearchInputs({ search }: { search: ListSearch }) {
  return Object.entries(search).map(
    ([name, value]) =>
      value !== undefined && <input key={name} type="hidden" name={name} value={String(value)} />,
  )
}
