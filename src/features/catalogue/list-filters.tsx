import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import * as messages from '~/messages/en/catalogue'
import { errors } from '~/messages/en/errors'
import { factNames, pricings } from '~/messages/en/facts'
import type { CategoryRow } from './category-reads-data'
import type { FacetChoices } from './facet-choices'
import { FilterPanel, loadChips } from './filter-panel'
import { facetKeys, hasFacets, type ListSearch, toggleCategory, toggleFacet } from './list-search'

// Not part of the first load, which has no active filters.
const FilterChips = import.meta.env.SSR ? (await loadChips()).default : lazy(loadChips)

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
  /** Categories offered as links beside the panel. */
  popular?: readonly CategoryRow[]
  selected?: readonly CategoryRow[]
  /** The filter of categories. */
  children?: (props: { search: ListSearch; categoryIds: readonly string[]; onChange: Change }) => ReactNode
}

/** The filters of a list: panels of choices, links to frequent choices beside them, and the active filters below. */
export function ListFilters({ search, categoryIds, popular = [], selected = [], children }: Props) {
  const navigate = useNavigate()
  const onChange: Change = (change) => navigate({ to: '.', search: change, resetScroll: false })
  return (
    <>
      <div className="filter-bar">
        {children?.({ search, categoryIds, onChange })}
        <FacetFilter search={search} categoryIds={categoryIds} onChange={onChange} />
        <nav aria-label={messages.quickFilters}>
          <ul>
            <QuickFilter
              label={pricings.free}
              isChosen={search.pricing?.includes('free')}
              search={toggleFacet(search, 'pricing free')}
            />
            <QuickFilter
              label={factNames.open_source}
              isChosen={search.open_source?.includes('yes')}
              search={toggleFacet(search, 'open_source yes')}
            />
            {popular.map(({ id, name, slug }) => (
              <QuickFilter
                key={id}
                label={name}
                isChosen={search.categories?.includes(slug)}
                search={toggleCategory(search, slug)}
              />
            ))}
          </ul>
        </nav>
      </div>
      {(selected.length > 0 || hasFacets(search)) && (
        <Suspense fallback={<div className="box-content min-h-8 pb-3.5 pointer-coarse:min-h-11" />}>
          <FilterChips search={search} categories={selected} onChange={onChange} />
        </Suspense>
      )}
    </>
  )
}

/** The panel of facets. Without scripts it is a form. */
function FacetFilter(choices: Parameters<typeof FacetChoices>[0]) {
  return (
    <FilterPanel
      id="facet-filter"
      label={messages.moreFilters}
      chosen={facetKeys(choices.search).length}
      download={loadFacetChoices}
      choices={choices}
      loading={messages.loading}
      failure={errors.unreachable}
    >
      {PlainFacetChoices && <PlainFacetChoices search={choices.search} />}
    </FilterPanel>
  )
}

type QuickProps = { label: string; isChosen: boolean | undefined; search: ListSearch }

function QuickFilter({ label, isChosen, search }: QuickProps) {
  return (
    <li>
      <Link
        to="."
        search={search}
        rel="nofollow"
        resetScroll={false}
        onPointerEnter={loadChips}
        onFocus={loadChips}
        activeOptions={{ exact: true, includeSearch: true }}
        aria-current={isChosen || undefined}
        className="quick-filter"
      >
        <span dir="auto">{label}</span>
      </Link>
    </li>
  )
}
