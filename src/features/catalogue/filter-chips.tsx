import { Icon } from '~/components/ui/icon'
import * as messages from '~/messages/en/catalogue'
import { factNames, platforms, pricings } from '~/messages/en/facts'
import type { CategoryRow } from './category-reads-data'
import type { Change } from './list-filters'
import { clearFilters, facetKeys, type ListSearch, toggleCategory, toggleFacet } from './list-search'
import { SearchInputs } from './search-inputs'

/** Labels of facet values without the facet's name. */
const VALUE_NAMES: Record<string, string> = {
  ...pricings,
  ...platforms,
  yes: factNames.open_source,
  no: messages.notOpenSource,
}

type Props = { search: ListSearch; categories: readonly CategoryRow[]; onChange: Change }
type Chip = { key: string; name: string; remove: (now: ListSearch) => ListSearch }

/**
 * The active filters, each removable, on a line of their own. Forms that submit the remaining filters, so that they
 * work without scripts.
 */
export function FilterChips({ search, categories, onChange }: Props) {
  const chips: Chip[] = [
    ...facetKeys(search).map((key) => ({
      key,
      name: VALUE_NAMES[key.split(' ')[1] ?? ''] ?? key,
      remove: (now: ListSearch) => toggleFacet(now, key),
    })),
    ...categories.map(({ slug, name }) => ({
      key: slug,
      name,
      remove: (now: ListSearch) => toggleCategory(now, slug),
    })),
  ]
  if (chips.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2 pb-3.5">
      <ul className="contents" aria-label={messages.selectedFilters}>
        {chips.map(({ key, name, remove }) => (
          <li key={key} className="max-w-full">
            <form
              onSubmit={(event) => {
                event.preventDefault()
                const chip = event.currentTarget.closest('li')
                focusOn((chip?.nextElementSibling ?? chip?.previousElementSibling)?.querySelector('button'))
                void onChange(remove)
              }}
            >
              <SearchInputs search={remove(search)} />
              <button
                type="submit"
                aria-label={messages.removeFilter(name)}
                className="group inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full bg-accent-soft py-1 pr-2.5 pl-3 text-left text-[13px] leading-tight font-medium pointer-coarse:min-h-11"
              >
                <span dir="auto">{name}</span>
                <Icon name="close" size={14} className="shrink-0 text-ink-faint group-hover:text-accent" />
              </button>
            </form>
          </li>
        ))}
      </ul>
      {chips.length > 1 && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            focusOn()
            void onChange(clearFilters)
          }}
        >
          <SearchInputs search={clearFilters(search)} />
          <button type="submit" className="link px-1 py-1.5 text-[13px] pointer-coarse:min-h-11">
            {messages.clearAll}
          </button>
        </form>
      )}
    </div>
  )
}

/** The pressed chip disappears: the focus moves to a neighbour, or to the filter button. */
function focusOn(neighbour?: HTMLElement | null) {
  const place = neighbour ?? document.querySelector<HTMLElement>('[popovertarget$=-filter]')
  place?.focus({ preventScroll: true })
}
