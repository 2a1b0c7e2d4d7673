import { useState } from 'react'
import { useData } from '~/lib/use-data'
import type { CategoryRow } from './categories-data'
import { categoryQueries } from './category-queries'

/**
 * How many tools each further category would add to the selected ones, by category id: one question for all of them,
 * asked from when somebody opens the filter. It is an aid, so its failure shows nothing.
 */
export function useFurtherChoices(
  categories: readonly CategoryRow[] | undefined,
  selected: readonly string[],
) {
  const [asked, setAsked] = useState(false)
  const ids = categories?.filter(({ slug }) => selected.includes(slug)).map(({ id }) => id) ?? []
  const query = categoryQueries.furtherChoices(ids)
  const { data } = useData(
    { ...query, enabled: asked && ids.length > 0, placeholderData: (before) => before },
    'Failed to fetch categories',
  )
  return { further: ids.length > 0 ? data : undefined, askForFurther: () => setAsked(true) }
}
