import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import * as messages from '#messages/catalogue.js'
import { no, yes } from '#messages/common.js'
import * as filters from '#messages/filters.js'
import type { Fact } from '#shared/tool-fields.ts'
import { buttonClass } from '~/components/ui/button'
import { useSite } from '~/lib/site-data'
import { useFacts } from '~/lib/use-facts'
import { categoryQueries, toolListQuery } from './catalogue-data'
import { ClearButton, useChoices } from './choices'
import type { Change } from './list-filters'
import { clearFacets, facetKeys, type ListSearch, listOf, toggleFacet } from './list-search'
import { SearchInputs } from './search-inputs'

/** The values of a fact that lists are filtered by, with their labels beside its name. */
function choicesOf({ column, kind, values, labels, isOwn }: Fact) {
  const answers = [
    ['yes', yes],
    ['no', no],
  ]
  const named = kind === 'answer' ? answers : values.map((value) => [value, labels[value]])
  return [...named, ['unknown', filters.notStated]].map(([value = '', label]) => ({
    label,
    name: isOwn ? 'facts' : column,
    value: isOwn ? `${column}.${value}` : value,
  }))
}

type Props = { search: ListSearch; categoryIds: readonly string[]; onChange: Change }

/** A checkbox per value of each facet, with the number of tools it would show; on a phone a button back to the list. */
export function FacetChoices({ search, categoryIds, onChange }: Props) {
  const site = useSite()
  // The numbers are optional: if they fail, none are shown.
  const { data: counts } = useQuery({
    ...categoryQueries.facetCounts(listOf(search, categoryIds)),
    placeholderData: keepPreviousData,
  })
  const list = useInfiniteQuery({
    ...toolListQuery(listOf(search, categoryIds), search.show),
    placeholderData: keepPreviousData,
  })
  const total = list.data?.pages[0]?.total
  const chosen = facetKeys(search)
  const { isChosen, toggle, clear } = useChoices(
    chosen,
    (key) => onChange((now) => toggleFacet(now, key)),
    () => onChange(clearFacets),
  )
  return (
    <>
      <FacetGroups isChosen={isChosen} onToggle={toggle} counts={counts} />
      <div className="flex items-center justify-end gap-2 border-t border-line p-2">
        <ClearButton isIdle={chosen.length === 0} onClear={clear} />
        <button
          type="button"
          popoverTarget="facet-filter"
          popoverTargetAction="hide"
          className={buttonClass({ size: 'lg', className: 'flex-1 md:hidden' })}
        >
          {typeof total === 'number' ? filters.showTools({ ...site, count: total }) : filters.showAll(site)}
        </button>
      </div>
    </>
  )
}

/** The checkboxes without scripts, and the button to submit them. */
export function PlainFacetChoices({ search }: { search: ListSearch }) {
  const chosen = facetKeys(search)
  return (
    <>
      <FacetGroups isChosen={(key) => chosen.includes(key)} onToggle={() => undefined} />
      <div className="flex justify-end border-t border-line p-2">
        <SearchInputs search={clearFacets(search)} />
        <button type="submit" className={buttonClass({ size: 'sm' })}>
          {filters.apply}
        </button>
      </div>
    </>
  )
}

type Groups = {
  isChosen: (key: string) => boolean
  onToggle: (key: string) => void
  counts?: Record<string, number> | undefined
}

function FacetGroups({ isChosen, onToggle, counts }: Groups) {
  const site = useSite()
  const facets = useFacts().filter((fact) => fact.filters)
  return (
    <div className="relative max-h-[min(55vh,480px)] overflow-y-auto overscroll-contain p-2">
      {facets.map((fact) => (
        <fieldset key={fact.column} className="grid grid-cols-2 pb-2">
          <legend className="px-2.5 pt-2 pb-1 text-[13px] font-semibold text-ink-soft">{fact.name}</legend>
          {choicesOf(fact).map(({ name, value, label }) => {
            const key = `${name} ${value}`
            const tools = counts?.[key]
            return (
              <label key={value} className="choice-row">
                <input
                  type="checkbox"
                  name={name}
                  value={value}
                  className="size-4 shrink-0 accent-accent"
                  aria-describedby={tools === undefined ? undefined : `${name}-${value}`}
                  checked={isChosen(key)}
                  onChange={() => onToggle(key)}
                />
                <span className="flex-1">{label}</span>
                {tools !== undefined && (
                  <span aria-hidden="true" className="text-ink-faint tabular-nums">
                    {tools}
                    <span id={`${name}-${value}`} hidden>
                      {messages.toolCount({ ...site, count: tools })}
                    </span>
                  </span>
                )}
              </label>
            )
          })}
        </fieldset>
      ))}
    </div>
  )
}
