import { memo, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/search.js'
import { Button } from '~/components/ui/button'
import { failureText } from '~/lib/errors'
import { useSite } from '~/lib/site-data'
import type { Hit } from './search-data'
import type { Listed } from './search-dialog'
import { SearchHit } from './search-hit'
import { LIST_ID } from './use-marked-row'

type Props = {
  data: Listed | undefined
  error: Error | null
  /** The results belong to an earlier text; the next ones are loading. */
  isStale: boolean
  text: string
  /** The row that Enter opens, -1 for none. */
  marked: number
  onMark: (row: number) => void
  onChoose: (hit: Hit) => void
  onRetry: () => void
}

/** The results of a search in each state: loading, failed, empty, shown. */
export const SearchResultList = memo(function SearchResultList(props: Props) {
  const { data, error, isStale, text, marked, onMark, onChoose, onRetry } = props
  const list = useRef<HTMLDivElement>(null)
  const headingId = useId()
  const rows = data?.rows
  const site = useSite()

  // biome-ignore lint/correctness/useExhaustiveDependencies: new results start at the top.
  useLayoutEffect(() => {
    list.current?.scrollTo(0, 0)
  }, [rows])

  return (
    <div
      ref={list}
      className={`max-h-[300px] overflow-y-auto overscroll-contain p-2 transition-opacity ${isStale ? 'opacity-60' : ''}`}
    >
      {rows && rows.length > 0 && (
        <div id={LIST_ID} role="listbox" aria-label={messages.results}>
          {data.groups.map(({ heading, hits }, place) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own.
            <div key={heading} role="group" aria-labelledby={`${headingId}-${place}`}>
              <p
                id={`${headingId}-${place}`}
                className="px-2.5 py-2 text-xs leading-none font-medium text-ink-faint"
              >
                {heading}
              </p>
              {hits.map((hit) => (
                <SearchHit
                  key={`${hit.kind} ${hit.id}`}
                  hit={hit}
                  row={rows.indexOf(hit)}
                  marked={rows[marked] === hit}
                  text={text}
                  onMark={onMark}
                  onChoose={onChoose}
                />
              ))}
            </div>
          ))}
        </div>
      )}
      {rows?.length === 0 && !isStale && <Note>{common.noResultsFound}</Note>}
      {!rows && !error && <Note>{messages.searching}</Note>}
      {error && !rows && (
        <Note>
          <span className="mb-3 block">{failureText(error, site)}</span>
          <Button variant="quiet" size="sm" onClick={onRetry}>
            {common.tryAgain}
          </Button>
        </Note>
      )}
    </div>
  )
})

function Note({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="px-4 py-8 text-center text-ink-soft">
      {children}
    </div>
  )
}
