import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { Dialog } from 'radix-ui'
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type Ref,
  startTransition,
  useCallback,
  useRef,
  useState,
} from 'react'
import { Button } from '~/components/ui/button'
import { useFocusReturn } from '~/components/ui/dialog'
import { Icon } from '~/components/ui/icon'
import type { Hit, SearchResults } from './search-data'
import { SearchHit } from './search-hit'
import { searchQueries } from './search-queries'

/** Reads what the dialog opens with, if it has not been read. */
export const readRecent = (client: QueryClient) => client.prefetchQuery(searchQueries.recent())

/** Search over the whole catalogue (section 2, Search dialog), open while it is mounted. */
export function SearchDialog({ initialText = '', onClose }: { initialText?: string; onClose: () => void }) {
  const [text, setText] = useState(initialText.trim())
  const router = useRouter()
  const giveFocusBack = useFocusReturn()
  const chosen = useRef(false)
  const input = useRef<HTMLInputElement>(null)

  // The button that was pressed goes with the failure.
  const focusInput = useCallback(() => input.current?.focus(), [])
  const choose = useCallback(
    ({ kind, slug }: Hit) => {
      chosen.current = true
      onClose()
      void router.navigate({ to: kind === 'tool' ? '/tools/$slug' : '/categories/$slug', params: { slug } })
    },
    [router, onClose],
  )

  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 animate-fade bg-veil" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            if (!chosen.current) return giveFocusBack(event)
            // The page that was chosen takes the reader on from its beginning.
            event.preventDefault()
            document.getElementById('content')?.focus({ preventScroll: true })
          }}
          className="card fixed top-[max(12px,12vh)] left-1/2 z-30 w-[min(600px,calc(100vw-24px))] -translate-x-1/2 animate-rise overflow-hidden shadow-float outline-none"
        >
          <Dialog.Title className="sr-only">Search</Dialog.Title>
          <Command shouldFilter={false} loop label="Search tools and categories">
            <div className="flex h-14 items-center gap-3 border-b border-line px-[18px] text-ink-faint">
              <Icon name="search" size={17} className="shrink-0" />
              <SearchInput ref={input} initialText={initialText} onText={setText} />
              <Dialog.Close
                onKeyDown={pressItself}
                className="rounded-md border border-line bg-sunken px-1.5 py-1 text-[11px] leading-none font-medium pointer-coarse:px-3 pointer-coarse:py-3"
              >
                Esc<span className="sr-only">, close search</span>
              </Dialog.Close>
            </div>
            <Results text={text} onChoose={choose} onRetry={focusInput} />
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Enter on a button presses it; around it, it would choose from the list. */
function pressItself(event: KeyboardEvent) {
  if (event.key === 'Enter') event.stopPropagation()
}

type InputProps = { ref: Ref<HTMLInputElement>; initialText: string; onText: (text: string) => void }

/** What is typed is shown first, and alone; the list follows it. */
function SearchInput({ ref, initialText, onText }: InputProps) {
  const [input, setInput] = useState(initialText)
  return (
    <Command.Input
      ref={ref}
      dir="auto"
      value={input}
      onValueChange={(typed) => {
        setInput(typed)
        startTransition(() => onText(typed.trim()))
      }}
      maxLength={200}
      placeholder="Search tools and categories..."
      className="h-full min-w-0 flex-1 bg-transparent text-base text-ink outline-none placeholder:text-ink-faint"
    />
  )
}

type ResultsProps = { text: string; onChoose: (hit: Hit) => void; onRetry: () => void }

/** Drawn anew only for another text or what was found for it: not with each key. */
const Results = memo(function Results({ text, onChoose, onRetry }: ResultsProps) {
  const { data, error, isPlaceholderData, refetch } = useHits(text)
  const hits = data?.hits
  return (
    <Command.List
      className={`max-h-[300px] overflow-y-auto overscroll-contain p-2 transition-opacity ${isPlaceholderData ? 'opacity-60' : ''}`}
    >
      {data && data.hits.length > 0 && (
        <Command.Group heading={data.heading}>
          {data.hits.map((hit) => (
            <SearchHit key={`${hit.kind} ${hit.id}`} hit={hit} text={text} onChoose={onChoose} />
          ))}
        </Command.Group>
      )}
      {hits?.length === 0 && !isPlaceholderData && <Note>No results found.</Note>}
      {!hits && !error && <Note>Searching…</Note>}
      {error && !hits && (
        <Note>
          <span className="mb-3 block">{error.message}</span>
          <Button
            variant="quiet"
            size="sm"
            onKeyDown={pressItself}
            onClick={() => {
              onRetry()
              void refetch()
            }}
          >
            Try again
          </Button>
        </Note>
      )}
    </Command.List>
  )
})

/** What is listed for a text: the newest tools while it is empty. The last results stay until the next ones are there. */
function useHits(text: string) {
  const recent = useQuery({ ...searchQueries.recent(), enabled: text === '', select: asRecent })
  const results = useQuery({
    ...searchQueries.results(text),
    enabled: text !== '',
    placeholderData: (previous) => previous,
    select: asResults,
  })
  return text ? results : recent
}

const asRecent = (hits: Hit[]) => ({ heading: 'Recent Tools', hits })
const asResults = ({ hits, similar }: SearchResults) => ({
  heading: similar ? 'Similar' : 'Search Results',
  hits,
})

function Note({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="px-4 py-8 text-center text-ink-soft">
      {children}
    </div>
  )
}
