import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import * as messages from '~/messages/en/catalogue'
import { errors } from '~/messages/en/errors'
import { categoryQueries } from './categories-data'
import type { CategoryChoices } from './category-choices'
import { FilterPanel, PanelStatus } from './filter-panel'

type Props = Parameters<typeof CategoryChoices>[0]

/**
 * The dropdown 'Filter by category'. Its choices are brought when somebody reaches for it: a page does not grow with the
 * number of categories. Without scripts it leads to them.
 */
export function CategoryFilter(props: Props) {
  const queryClient = useQueryClient()
  const [Choices, setChoices] = useState<typeof CategoryChoices>()
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')

  function load() {
    void queryClient.prefetchQuery(categoryQueries.all())
    if (state === 'loading') return
    setState('loading')
    import('./category-choices').then(
      (part) => setChoices(() => part.CategoryChoices),
      () => setState('failed'),
    )
  }

  return (
    <FilterPanel
      id="category-filter"
      label={messages.filterByCategory}
      chosen={props.search.categories?.length ?? 0}
      onAsk={load}
    >
      {Choices ? (
        <Choices {...props} />
      ) : (
        state !== 'idle' && (
          <PanelStatus
            loading={messages.loadingCategories}
            error={state === 'failed' ? errors.fetchCategories : undefined}
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
