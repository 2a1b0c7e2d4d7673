import { Button } from '~/components/ui/button'
import { UrlInput } from '~/components/ui/input'
import * as messages from '~/messages/en/search'
import { type ListSearch, parseResultsSearch } from './list-search'
import { SearchInputs } from './search-inputs'

type Props = { search: ListSearch; onSearch: (search: ListSearch) => Promise<void> }

/** The search field of the results page, keeping filters and order. */
export function ResultsForm({ search, onSearch }: Props) {
  return (
    <search>
      <form
        action="/search"
        className="mt-5 flex max-w-2xl gap-2.5"
        onSubmit={(event) => {
          event.preventDefault()
          const q = new FormData(event.currentTarget).get('q')
          void onSearch(parseResultsSearch({ ...search, q, show: undefined }))
        }}
      >
        <UrlInput
          type="search"
          name="q"
          value={search.q}
          maxLength={200}
          aria-label={messages.whatToDo}
          placeholder={messages.whatToDo}
          enterKeyHint="search"
          className="min-w-0 flex-1"
        />
        <SearchInputs search={{ ...search, q: undefined, show: undefined }} />
        <Button type="submit" size="lg">
          {messages.search}
        </Button>
      </form>
    </search>
  )
}
