import { useQueryClient } from '@tanstack/react-query'
import { useMatch, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { errors } from '#messages/errors.js'
import * as messages from '#messages/site.js'
import { Icon } from '~/components/ui/icon'
import { basePath } from '~/lib/environment'
import { notify } from '~/lib/notify'
import { useSite } from '~/lib/site-data'
import type { SearchDialog } from './search-dialog'

const OPEN_DIALOG = '[role=dialog][data-state=open], [role=alertdialog][data-state=open], dialog[open]'
const loadDialog = () => import('./search-dialog')

/**
 * The search button of the header, its shortcut Ctrl/Cmd+K, and the dialog, downloaded on hover or focus. A URL with a
 * text (`/?search=…`, as announced to search engines) opens it with that text.
 */
export function SearchLauncher() {
  const [Dialog, setDialog] = useState<typeof SearchDialog>()
  const [open, setOpen] = useState(false)
  // Only on home: other pages use a parameter of the same name.
  const searchText = useMatch({ from: '/', shouldThrow: false, select: ({ search }) => search.search })
  const navigate = useNavigate()
  const queryClient = useQueryClient()

  /** Prefetches the dialog and its initial content: loading after the press would delay the first keys. */
  const prepare = () => {
    loadDialog()
      .then(({ readRecent }) => readRecent(queryClient))
      .catch(() => undefined)
  }

  async function show() {
    try {
      const { SearchDialog } = await loadDialog()
      setDialog(() => SearchDialog)
      setOpen(true)
    } catch {
      notify.error(errors.loadSearch)
    }
  }

  function close() {
    setOpen(false)
    if (searchText)
      void navigate({ to: '.', search: (now) => ({ ...now, search: undefined }), replace: true })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each text in the URL.
  useEffect(() => {
    if (searchText) void show()
  }, [searchText])

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return
      event.preventDefault()
      if (open) close()
      else if (!document.querySelector(OPEN_DIALOG)) void show()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  })

  return (
    <>
      {/* Without scripts it links to the results page. */}
      <form
        action={`${basePath()}/search`}
        className="contents"
        onSubmit={(event) => {
          event.preventDefault()
          void show()
        }}
      >
        <button
          type="submit"
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K"
          onPointerEnter={prepare}
          onFocus={prepare}
          className="search-button"
        >
          <Icon name="search" />
          <span className="sr-only lg:not-sr-only lg:truncate!">{messages.search(useSite())}</span>
          <span
            className="ms-auto hidden shrink-0 rounded-md border border-line bg-sunken px-1.5 py-1 font-sans text-[11px] leading-none font-medium lg:block"
            aria-hidden="true"
          >
            {messages.ctrlK}
          </span>
        </button>
      </form>
      {Dialog && open && <Dialog key={searchText} initialText={searchText} onClose={close} />}
    </>
  )
}
