import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as messages from '#messages/catalogue.js'
import * as common from '#messages/common.js'
import { errors } from '#messages/errors.js'
import { factNames, platforms, pricings } from '#messages/facts.js'
import type { Site } from '#shared/site.ts'
import { useSite } from '~/lib/site-data'
import type { CategoryRow } from './catalogue-reads-data'
import type { FacetChoices } from './facet-choices'
import { FilterPanel } from './filter-panel'
import { type Filter, FilterRow } from './filter-row'
import { FACET_NAMES, facetKeys, type ListSearch, toggleCategory, toggleFacet } from './list-search'

const loadFacetChoices = () => import('./facet-choices').then((part) => part.FacetChoices)

// Only for the HTML: a static import would be part of the first load.
const PlainFacetChoices = import.meta.env.SSR
  ? (await import('./facet-choices')).PlainFacetChoices
  : undefined

/** Navigates to the list with a changed search, without scrolling. */
export type Change = (change: (now: ListSearch) => ListSearch) => Promise<void>

type Props = {
  search: ListSearch
  categoryIds: readonly string[]
  /** Categories offered beside the panels. */
  popular?: readonly CategoryRow[]
  selected?: readonly CategoryRow[]
  /** The filter of categories. */
  children?: (props: { search: ListSearch; categoryIds: readonly string[]; onChange: Change }) => ReactNode
}

/** The filters of a list: panels of choices and, beside them, the selected ones and frequent choices. */
export function ListFilters({ search, categoryIds, popular = [], selected = [], children }: Props) {
  const navigate = useNavigate()
  const onChange: Change = (change) => navigate({ to: '.', search: change, resetScroll: false })
  const { facts } = useSite()
  const facetFilter = (key: string) => filterOf(key, facts)
  const offered = facetKeys({ pricing: ['free'], open_source: ['yes'] }).filter((key) =>
    isFilter(facts, key.split(' ')[0]),
  )
  const quick = offered.map(facetFilter).concat(popular.map(categoryFilter))
  const active = facetKeys(search).map(facetFilter).concat(selected.map(categoryFilter))
  const chosen = [...facetKeys(search), ...(search.categories ?? [])]
  return (
    <div className="flex flex-wrap gap-2 pt-1 pb-3.5 md:flex-nowrap print:hidden">
      {children?.({ search, categoryIds, onChange })}
      {isFilter(facts) && <FacetFilter search={search} categoryIds={categoryIds} onChange={onChange} />}
      <FilterRow
        search={search}
        // A selected one that is offered anyway stays in its place.
        filters={[...active.filter(({ key }) => !quick.some((other) => other.key === key)), ...quick]}
        chosen={chosen}
        onChange={onChange}
      />
    </div>
  )
}

/** Labels of facet values without the facet's name. */
const VALUE_NAMES: Record<string, string> = {
  ...pricings,
  ...platforms,
  yes: factNames.open_source,
  no: messages.notOpenSource,
}

type Facts = Site['facts']

/** Whether lists are filtered by a fact, or by any. */
const isFilter = (facts: Facts, wanted?: string) =>
  facts?.some(
    ({ key, filters = FACET_NAMES.some((name) => name === key) }) => filters && key === (wanted ?? key),
  ) ?? true

function filterOf(key: string, facts: Facts): Filter {
  const [facet, given = ''] = key.split(' ')
  const [value = '', own] = given.split('.').reverse()
  const fact = facts?.find(({ key }) => key === (own ?? facet))
  const name = fact?.label ?? Object.entries(factNames).find(([known]) => known === facet)?.[1] ?? given
  const words = own
    ? (fact?.options?.find((option) => option.value === value)?.label ??
      (value === 'no' ? `${name}: ${common.no}` : name))
    : (VALUE_NAMES[value] ?? key)
  return {
    key,
    name: value === 'unknown' ? messages.factNotStated({ fact: name }) : words,
    toggle: (now) => toggleFacet(now, key),
  }
}

const categoryFilter = ({ slug, name }: CategoryRow): Filter => ({
  key: slug,
  name,
  toggle: (now) => toggleCategory(now, slug),
})

/** The panel of facets. Without scripts it is a form. */
function FacetFilter(choices: Parameters<typeof FacetChoices>[0]) {
  return (
    <FilterPanel
      id="facet-filter"
      label={messages.moreFilters}
      isSheet
      download={loadFacetChoices}
      choices={choices}
      loading={common.loading}
      failure={errors.unreachable}
    >
      {PlainFacetChoices && <PlainFacetChoices search={choices.search} />}
    </FilterPanel>
  )
}
