import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import * as messages from '~/messages/en/catalogue'
import { errors } from '~/messages/en/errors'
import { categoryQueries } from './categories-data'
import type { CategoryChoices } from './category-choices'
import { FilterPanel, PanelStatus } from './filter-panel'
import { useLoadedPart } from './use-loaded-part'

type Props = Parameters<typeof CategoryChoices>[0]

const loadChoices = () => import('./category-choices').then((part) => part.CategoryChoices)

/**
 * The dropdown 'Filter by category'. Its choices are brought when somebody reaches for it: a page does not grow with the
 * number of categories. Without scripts it leads to them.
 */
export function CategoryFilter(props: Props) {
  const queryClient = useQueryClient()
  const { part: Choices, asked, failed, load } = useLoadedPart(loadChoices)
  return (
    <FilterPanel
      id="category-filter"
      label={messages.filterByCategory}
      chosen={props.selected.length}
      onAsk={() => {
        load()
        void queryClient.prefetchQuery(categoryQueries.all())
      }}
    >
      {Choices ? (
        <Choices {...props} />
      ) : (
        asked && (
          <PanelStatus
            loading={messages.loadingCategories}
            error={failed ? errors.fetchCategories : undefined}
            onRetry={load}
          />
        )
      )}
      <noscript>
        <Link to="/categories" className="choice-row m-2">
          {messages.allCategories}
        </Link>
      </noscript>
    </FilterPanel>
  )
}
