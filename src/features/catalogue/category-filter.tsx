import { Link } from '@tanstack/react-router'
import * as messages from '#messages/catalogue.js'
import * as common from '#messages/common.js'
import { errors } from '#messages/errors.js'
import type { CategoryChoices } from './category-choices'
import { FilterPanel } from './filter-panel'

const download = () => import('./category-choices').then((part) => part.CategoryChoices)

/**
 * The dropdown 'Filter by category'. Its choices are downloaded on demand, so that the page does not grow with the
 * number of categories. Without scripts it links to /categories.
 */
export function CategoryFilter(choices: Parameters<typeof CategoryChoices>[0]) {
  return (
    <FilterPanel
      id="category-filter"
      label={messages.filterByCategory}
      chosen={choices.search.categories?.length ?? 0}
      download={download}
      choices={choices}
      loading={common.loadingCategories}
      failure={errors.fetchCategories}
    >
      <Link to="/categories" className="choice-row m-2">
        {messages.allCategories}
      </Link>
    </FilterPanel>
  )
}
