import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '~/components/ui/icon'
import { Input } from '~/components/ui/input'
import { MAX_SEARCH } from './list-search'

/** Debounce of the search. */
const PAUSE_MS = 250

type Props = {
  /** Its accessible name: 'Search tools'. */
  label: string
  placeholder?: string
  /** The current search text, from the URL. */
  value: string
  onSearch: (text: string) => void
}

/** The search field of a list. The search is debounced; changes of the URL meanwhile update the field. */
export function SearchField({ label, placeholder = `${label}...`, value, onSearch }: Props) {
  const router = useRouter()
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  const [sent, setSent] = useState(value)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)

  if (value !== known) {
    setKnown(value)
    // Back, or a link. A URL this field has set itself must not replace what has been typed since.
    if (value !== sent) {
      setSent(value)
      setText(value)
    }
  }
  useEffect(() => () => clearTimeout(pause.current), [])

  function send(next: string, wait: number) {
    clearTimeout(pause.current)
    const wanted = next.trim()
    if (wanted === sent) return
    const { pathname } = router.latestLocation
    pause.current = setTimeout(() => {
      // Another page has been opened, and is loading.
      if (router.latestLocation.pathname !== pathname) return
      setSent(wanted)
      onSearch(wanted)
    }, wait)
  }

  return (
    <search className="relative min-w-0 flex-1 basis-40">
      <Icon name="search" className="pointer-events-none absolute top-3.5 start-3.5 text-ink-faint" />
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        maxLength={MAX_SEARCH}
        enterKeyHint="search"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className="ps-10"
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          send(currentTarget.value, PAUSE_MS)
        }}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') send(currentTarget.value, 0)
        }}
      />
    </search>
  )
}
