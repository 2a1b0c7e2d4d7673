import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { Dialog } from 'radix-ui'
import { useCallback, useEffect, useRef, useState } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/search.js'
import { useFocusReturn } from '~/components/ui/dialog'
import { Icon } from '~/components/ui/icon'
import { useSite } from '~/lib/site-data'
import { tell } from '~/lib/tell'
import { type Hit, type SearchResults, searchQueries } from './search-data'
import { SearchInput } from './search-input'
import { SearchResultList } from './search-result-list'
import { useMarkedRow } from './use-marked-row'

/** Prefetches the dialog's initial content. */
export const readRecent = (client: QueryClient) => client.prefetchQuery(searchQueries.recent())

const CLOSE =
  'grid min-w-6 place-items-center rounded-md border border-line bg-sunken px-1.5 py-1 text-[11px] leading-none font-medium pointer-coarse:-me-2 pointer-coarse:size-11 pointer-coarse:border-transparent pointer-coarse:bg-transparent'

/** The search dialog (section 2), open while mounted. */
export function SearchDialog({ initialText = '', onClose }: { initialText?: string; onClose: () => void }) {
  const [text, setText] = useState(initialText.trim())
  /** The text for which Enter was pressed before its results arrived. */
  const [awaited, setAwaited] = useState<string | null>(null)
  const router = useRouter()
  const giveFocusBack = useFocusReturn()
  const chosen = useRef(false)
  const input = useRef<HTMLInputElement>(null)
  const { data, error, isPlaceholderData, refetch } = useHits(text)
  // Results of the previous text stay visible, but Enter does not open them.
  const current = isPlaceholderData ? undefined : data?.rows
  const { marked, mark, markByKey } = useMarkedRow(
    current,
    data?.groups[0]?.heading === messages.related ? -1 : 0,
  )

  const leave = useCallback(() => {
    chosen.current = true
    onClose()
  }, [onClose])
  /** A search that ends here; that of the results page is counted there. */
  const countSearch = () => {
    if (text && current) tell({ search: text, found: current.length > 0 })
  }
  const choose = useCallback(
    ({ kind, slug }: Hit) => {
      if (text) tell({ search: text, found: true })
      leave()
      void router.navigate({ to: kind === 'tool' ? '/tools/$slug' : '/categories/$slug', params: { slug } })
    },
    [router, leave, text],
  )

  /** Opens the marked result, waiting for results in progress, or else the results page. */
  const open = useCallback(
    (hit: Hit | undefined) => {
      if (hit) return choose(hit)
      if (!text) return
      leave()
      void router.navigate({ to: '/search', search: { q: text } })
    },
    [choose, leave, router, text],
  )
  function enter(typed: string) {
    if (typed !== text || (!current && !error)) return setAwaited(typed)
    open(current?.[marked])
  }

  useEffect(() => {
    if (awaited !== text || (!current && !error)) return
    setAwaited(null)
    open(current?.[marked])
  }, [awaited, text, current, marked, error, open])

  return (
    <Dialog.Root
      open
      onOpenChange={(open) => {
        if (open) return
        countSearch()
        onClose()
      }}
    >
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 animate-fade bg-veil" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            if (!chosen.current) return giveFocusBack(event)
            // The chosen page starts at its top.
            event.preventDefault()
            document.getElementById('content')?.focus({ preventScroll: true })
          }}
          className="card fixed top-[max(12px,12vh)] left-1/2 z-30 w-[min(600px,calc(100vw-24px))] -translate-x-1/2 animate-rise overflow-hidden shadow-float outline-none"
        >
          <Dialog.Title className="sr-only">{common.search}</Dialog.Title>
          <div className="flex h-14 items-center gap-3 border-b border-line px-[18px] text-ink-faint">
            <Icon name="search" size={17} />
            <SearchInput
              ref={input}
              initialText={initialText}
              hasRows={Boolean(current?.length)}
              marked={marked}
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
              // The pressed button disappears with the failure.
              input.current?.focus()
              void refetch()
            }}
          />
          {text && (
            <Link
              to="/search"
              search={{ q: text }}
              onClick={leave}
              className="flex min-h-11 items-center justify-center border-t border-line text-[13px] font-medium text-ink-soft hover:text-ink"
            >
              {data?.rows.length === 0 ? messages.searchMore : messages.seeAllResults}
            </Link>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The list for a text: the newest tools while it is empty. The last results stay until the next ones arrive. */
function useHits(text: string) {
  const heading = messages.recentTools(useSite())
  const recent = useQuery({
    ...searchQueries.recent(),
    enabled: text === '',
    select: useCallback((hits: Hit[]) => asRecent(heading, hits), [heading]),
  })
  const results = useQuery({
    ...searchQueries.results(text),
    enabled: text !== '',
    placeholderData: (previous) => previous,
    select: asResults,
  })
  return text ? results : recent
}

/** The list: groups with headings, and all their rows in order. */
export interface Listed {
  groups: { heading: string; hits: Hit[] }[]
  rows: Hit[]
}

const asRecent = (heading: string, hits: Hit[]): Listed => ({ groups: [{ heading, hits }], rows: hits })
const asResults = ({ hits, similar, related }: SearchResults): Listed => ({
  groups: [
    { heading: similar ? messages.closeNames : messages.searchResults, hits },
    { heading: messages.related, hits: related },
  ].filter((group) => group.hits.length > 0),
  rows: [...hits, ...related],
})
