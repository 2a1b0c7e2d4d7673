import { Button } from '~/components/ui/button'
import { Input } from '~/components/ui/input'
import { useFollowedValue } from '~/components/use-followed-value'
import * as messages from '~/messages/en/search'
import { type ListSearch, parseResultsSearch } from './list-search'
import { SearchInputs } from './search-inputs'

type Props = { search: ListSearch; onSearch: (search: ListSearch) => Promise<void> }

/** The search field of the results page, keeping filters and order. */
export function ResultsForm({ search, onSearch }: Props) {
  const field = useFollowedValue(search.q)
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
        <Input
          ref={field}
          type="search"
          name="q"
          defaultValue={search.q}
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
