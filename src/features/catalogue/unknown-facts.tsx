import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import * as messages from '#messages/filters.js'
import { Icon } from '~/components/ui/icon'
import { inWords } from '~/lib/name-lists'
import { useSite } from '~/lib/site-data'
import { categoryQueries } from './catalogue-data'
import {
  facetKeys,
  facetsWithoutUnknown,
  type ListSearch,
  type ToolListKey,
  toggleFacet,
} from './list-search'

const STATEMENTS: Partial<Record<string, string>> = messages.statements

/**
 * How many tools the facets hide only because nobody entered a fact, as a link to the list with them. Both numbers come
 * from one response, so they belong together.
 */
export function UnknownFacts({ search, list }: { search: ListSearch; list: ToolListKey }) {
  const facets = facetsWithoutUnknown(search)
  const { facts } = useSite()
  const { data: counts } = useQuery({
    ...categoryQueries.facetCounts(list),
    enabled: facets.length > 0,
  })
  const [chosen = ''] = facetKeys(search)
  const more = (counts?.['all unknown'] ?? 0) - (counts?.[chosen] ?? 0)
  if (facets.length === 0 || more <= 0) return null
  return (
    <Link
      to="."
      search={facets.reduce(toggleFacet, search)}
      rel="nofollow"
      resetScroll={false}
      className="link inline-flex min-h-8 items-center gap-1.5 text-[13px] pointer-coarse:min-h-11"
    >
      <Icon name="plus" size={13} className="text-ink-faint" />
      {messages.moreWithoutFacts({
        count: more,
        facts: inWords(
          facets.map((key) => {
            const [facet = '', own] = key.split(/[ .]/)
            const called = own === 'unknown' ? facet : (own ?? '')
            const fact = facts?.find(({ key }) => key === called)
            return fact?.label ?? STATEMENTS[called] ?? called
          }),
          'disjunction',
        ),
      })}
    </Link>
  )
}
