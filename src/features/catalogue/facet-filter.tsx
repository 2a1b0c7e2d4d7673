import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { buttonClass } from '~/components/ui/button'
import * as messages from '~/messages/en/catalogue'
import { factNames, openSource, platforms, pricings } from '~/messages/en/facts'
import { categoryQueries } from './categories-data'
import { ClearButton, FilterPanel } from './filter-panel'
import type { Change } from './list-filters'
import { clearFacets, FACET_NAMES, FACETS, type ListSearch, listOf, toggleFacet } from './list-search'
import { SearchInputs } from './search-inputs'
import { useChoices } from './use-choices'

/** What the values of a facet are called beside its name. */
const VALUE_NAMES: Record<string, string> = { ...pricings, ...openSource, ...platforms }

type Props = { search: ListSearch; categoryIds: readonly string[]; onChange: Change }

/** The panel of facts that narrow a list, with how many tools each value would show. Without scripts it is a form. */
export function FacetFilter({ search, categoryIds, onChange }: Props) {
  const [asked, setAsked] = useState(false)
  // An aid: its failure shows nothing.
  const { data: counts } = useQuery({
    ...categoryQueries.valueCounts(listOf(search, categoryIds)),
    enabled: asked,
    placeholderData: keepPreviousData,
  })
  const chosen = FACET_NAMES.flatMap((facet) => (search[facet] ?? []).map((value) => `${facet} ${value}`))
  const { isChosen, toggle, clear } = useChoices(
    chosen,
    (key) => onChange((now) => toggleFacet(now, key)),
    () => onChange(clearFacets),
  )
  return (
    <FilterPanel
      id="facet-filter"
      label={messages.moreFilters}
      chosen={chosen.length}
      onAsk={() => setAsked(true)}
    >
      <div className="facet-groups">
        {FACET_NAMES.map((facet) => (
          <fieldset key={facet}>
            <legend>{factNames[facet]}</legend>
            {FACETS[facet].map((value) => {
              const key = `${facet} ${value}`
              const tools = counts?.[key]
              return (
                <label key={value} className="choice-row">
                  <input
                    type="checkbox"
                    name={facet}
                    value={value}
                    className="size-4 shrink-0 accent-accent"
                    aria-describedby={tools === undefined ? undefined : `${facet}-${value}`}
                    checked={isChosen(key)}
                    onChange={() => void toggle(key)}
                  />
                  <span className="flex-1">{VALUE_NAMES[value]}</span>
                  <span aria-hidden="true" className="text-ink-faint tabular-nums">
                    {tools}
                    <span id={`${facet}-${value}`} hidden>
                      {tools === 1 ? messages.oneTool : messages.toolCount(tools ?? 0)}
                    </span>
                  </span>
                </label>
              )
            })}
          </fieldset>
        ))}
      </div>
      <div className="flex items-center justify-end gap-2 border-t border-line p-2">
        <noscript>
          <SearchInputs search={{ ...clearFacets(search), show: undefined }} />
          <button type="submit" className={buttonClass({ size: 'sm' })}>
            {messages.apply}
          </button>
        </noscript>
        <ClearButton isIdle={chosen.length === 0} onClear={clear} />
      </div>
    </FilterPanel>
  )
}
