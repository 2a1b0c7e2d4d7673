import { useEffect, useRef, useState } from 'react'
import { Icon } from '~/components/ui/icon'
import { Input } from '~/components/ui/input'

/** Typing pauses this long before a search is sent. */
const PAUSE_MS = 250

type Props = { query: string; onSearch: (query: string) => void }

/** The search box of section 2. What is typed goes to the address after a pause. */
export function FlagSearch({ query, onSearch }: Props) {
  const [text, setText] = useState(query)
  const sent = useRef(query)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    // The address changed by other means than typing here.
    if (query !== sent.current) {
      sent.current = query
      setText(query)
    }
  }, [query])
  useEffect(() => () => clearTimeout(timer.current), [])

  function search(value: string) {
    clearTimeout(timer.current)
    sent.current = value.trim()
    if (sent.current !== query) onSearch(sent.current)
  }

  return (
    <search className="relative grow basis-72">
      <Icon name="search" size={17} className="-translate-y-1/2 absolute top-1/2 left-3.5 text-ink-faint" />
      <Input
        type="search"
        aria-label="Search flagged content"
        placeholder="Search by text, report, person or tool"
        value={text}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        className="pl-10.5!"
        onKeyDown={({ key }) => key === 'Enter' && search(text)}
        onChange={({ target: { value } }) => {
          setText(value)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => search(value), PAUSE_MS)
        }}
      />
    </search>
  )
}
