import * as messages from '~/messages/en/catalogue'
import { errors } from '~/messages/en/errors'
import type { FacetChoices } from './facet-choices'
import { FilterPanel } from './filter-panel'
import { facetKeys } from './list-search'

const download = () => import('./facet-choices').then((part) => part.FacetChoices)

// Only for the HTML: a static import would be part of the first load.
const Plain = import.meta.env.SSR ? (await import('./facet-choices')).PlainFacetChoices : undefined

/** The panel of facets. Without scripts it is a form. */
export function FacetFilter(choices: Parameters<typeof FacetChoices>[0]) {
  return (
    <FilterPanel
      id="facet-filter"
      label={messages.moreFilters}
      chosen={facetKeys(choices.search).length}
      download={download}
      choices={choices}
      loading={messages.loading}
      failure={errors.unreachable}
    >
      {Plain && <Plain search={choices.search} />}
    </FilterPanel>
  )
}
