import * as common from '#messages/common.js'
import * as messages from '#messages/search.js'
import { Marked } from '~/components/marked'
import { MemberLink } from '~/components/member-link'
import { Reason } from '~/components/reason'
import { Button } from '~/components/ui/button'
import { UrlInput } from '~/components/ui/input'
import { basePath } from '~/lib/environment'
import type { Found } from './catalogue-data'
import { type ListSearch, parseResultsSearch, type ToolListKey } from './list-search'
import { SearchInputs } from './search-inputs'
import { useTools } from './tool-list'

type Props = { search: ListSearch; onSearch: (search: ListSearch) => Promise<void> }

/** The search field of the results page, keeping filters and order. */
export function ResultsForm({ search, onSearch }: Props) {
  return (
    <search>
      <form
        action={`${basePath()}/search`}
        className="mt-5 flex max-w-2xl gap-2.5"
        onSubmit={(event) => {
          event.preventDefault()
          const q = new FormData(event.currentTarget).get('q')
          void onSearch(parseResultsSearch({ ...search, q, show: undefined }))
        }}
      >
        <UrlInput
          name="q"
          value={search.q}
          maxLength={200}
          aria-label={messages.whatToDo}
          placeholder={messages.whatToDo}
        />
        <SearchInputs search={{ ...search, q: undefined, show: undefined }} />
        <Button type="submit" size="lg">
          {common.search}
        </Button>
      </form>
    </search>
  )
}

/** For a search whose words were corrected: which query the results belong to. */
export function CorrectedQuery({ query, list }: { query: string; list: ToolListKey | undefined }) {
  const { first } = useTools(list, {})
  if (!first?.corrected) return null
  return (
    <p dir="auto" role="status" className="pb-4 text-ink-soft">
      {messages.correctedTo({ query, corrected: first.corrected })}
    </p>
  )
}

/** The matches of a search result: in its description, and in a recommendation where the description has none. */
export function FoundBy({ description, quote }: Pick<Found, 'description' | 'quote'>) {
  return (
    <>
      <p dir="auto">
        <Marked parts={description} />
      </p>
      {quote && (
        <Reason size="aside" reason={<Marked parts={quote.reason} />}>
          <MemberLink username={quote.writer} hasPage={quote.hasPage} className="z-1" />
        </Reason>
      )}
    </>
  )
}
