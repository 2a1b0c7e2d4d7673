import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Dialog } from 'radix-ui'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useFocusReturn } from '~/components/ui/dialog'
import { Icon } from '~/components/ui/icon'
import * as messages from '~/messages/en/search'
import { type Hit, type SearchResults, searchQueries } from './search-data'
import { SearchInput } from './search-input'
import { SearchResultList } from './search-result-list'
import { useMarkedRow } from './use-marked-row'

/** Reads what the dialog opens with, if it has not been read. */
export const readRecent = (client: QueryClient) => client.prefetchQuery(searchQueries.recent())

const CLOSE =
  'grid min-w-6 place-items-center rounded-md border border-line bg-sunken px-1.5 py-1 text-[11px] leading-none font-medium pointer-coarse:-mr-2 pointer-coarse:size-11 pointer-coarse:border-transparent pointer-coarse:bg-transparent'

/** Search over the whole catalogue (section 2, Search dialog), open while it is mounted. */
export function SearchDialog({ initialText = '', onClose }: { initialText?: string; onClose: () => void }) {
  const [text, setText] = useState(initialText.trim())
  /** The text whose first result Enter asked for before there was one. */
  const [awaited, setAwaited] = useState<string | null>(null)
  const router = useRouter()
  const giveFocusBack = useFocusReturn()
  const chosen = useRef(false)
  const input = useRef<HTMLInputElement>(null)
  const { data, error, isPlaceholderData, refetch } = useHits(text)
  // Results of an earlier text are still shown, but none of them is what Enter opens.
  const current = isPlaceholderData ? undefined : data?.hits
  const { marked, mark, markByKey } = useMarkedRow(current)

  const choose = useCallback(
    ({ kind, slug }: Hit) => {
      chosen.current = true
      onClose()
      void router.navigate({ to: kind === 'tool' ? '/tools/$slug' : '/categories/$slug', params: { slug } })
    },
    [router, onClose],
  )

  /** Opens the marked result, or the first of those that are still on their way. */
  function enter(typed: string) {
    if (typed !== text || (!current && !error)) return setAwaited(typed)
    const hit = current?.[marked]
    if (hit) choose(hit)
  }

  useEffect(() => {
    if (awaited !== text || (!current && !error)) return
    setAwaited(null)
    if (current?.[0]) choose(current[0])
  }, [awaited, text, current, error, choose])

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
          <Dialog.Title className="sr-only">{messages.search}</Dialog.Title>
          <div className="flex h-14 items-center gap-3 border-b border-line px-[18px] text-ink-faint">
            <Icon name="search" size={17} className="shrink-0" />
            <SearchInput
              ref={input}
              initialText={initialText}
              marked={current?.length ? marked : undefined}
              onText={setText}
              onType={() => setAwaited(null)}
              onMove={markByKey}
              onEnter={enter}
            />
            <Dialog.Close className={CLOSE}>
              <span className="pointer-coarse:hidden">
                {messages.esc}
                <span className="sr-only">, </span>
              </span>
              <span className="sr-only">{messages.closeSearch}</span>
              <Icon name="close" size={18} className="hidden pointer-coarse:block" />
            </Dialog.Close>
          </div>
          <SearchResultList
            data={data}
            error={error}
            isStale={isPlaceholderData}
            text={text}
            marked={current ? marked : -1}
            onMark={mark}
            onChoose={choose}
            onRetry={() => {
              // The button that was pressed goes with the failure.
              input.current?.focus()
              void refetch()
            }}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

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
  heading: similar ? 'No exact match. Close names:' : 'Search Results',
  hits,
})
