import { useEffect, useRef, useState } from 'react'
import { Icon } from '~/components/ui/icon'
import { Input } from '~/components/ui/input'
import { MAX_SEARCH } from './list-search'

/** Typing pauses this long before a search is sent. */
const PAUSE_MS = 250

type Props = {
  /** Its accessible name: 'Search tools'. */
  label: string
  placeholder?: string
  /** The text searched for now, as the address has it. */
  value: string
  onSearch: (text: string) => void
}

/** A list's search field. The search follows the typing after a short pause; what the address says meanwhile is shown. */
export function SearchField({ label, placeholder = `${label}...`, value, onSearch }: Props) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  const [sent, setSent] = useState(value)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)

  if (value !== known) {
    setKnown(value)
    // Back, or a link. What the address got from here must not replace what has been typed since.
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
    pause.current = setTimeout(() => {
      setSent(wanted)
      onSearch(wanted)
    }, wait)
  }

  return (
    <search className="relative min-w-0 flex-1">
      <Icon name="search" className="pointer-events-none absolute top-3.5 left-3.5 text-ink-faint" />
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
        className="pl-10"
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
