import { type KeyboardEvent, type Ref, startTransition, useState } from 'react'
import * as messages from '#messages/search.js'
import { search } from '#messages/site.js'
import { useSite } from '~/lib/site-data'
import { LIST_ID, rowId } from './use-marked-row'

type Props = {
  ref: Ref<HTMLInputElement>
  initialText: string
  hasRows: boolean
  /** The index of the row that Enter opens, announced to screen readers while the focus stays here; -1 for none. */
  marked: number
  /** The trimmed text. */
  onText: (text: string) => void
  onType: () => void
  onMove: (step: 1 | -1) => void
  onEnter: (text: string) => void
}

/**
 * The field of the search dialog. Typing has priority over updating the list. A form, so that Enter works on keyboards
 * that send no key events.
 */
export function SearchInput({ ref, initialText, hasRows, marked, onText, onType, onMove, onEnter }: Props) {
  const [typed, setTyped] = useState(initialText)
  const site = useSite()

  function move(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
    event.preventDefault()
    onMove(event.key === 'ArrowDown' ? 1 : -1)
  }

  return (
    <form
      className="h-full min-w-0 flex-1"
      onSubmit={(event) => {
        event.preventDefault()
        onEnter(typed.trim())
      }}
    >
      <input
        ref={ref}
        type="text"
        dir="auto"
        role="combobox"
        aria-label={messages.searchToolsAndCategories(site)}
        aria-autocomplete="list"
        aria-expanded={hasRows}
        aria-controls={LIST_ID}
        aria-activedescendant={hasRows && marked >= 0 ? rowId(marked) : undefined}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          onType()
          startTransition(() => onText(value.trim()))
        }}
        onKeyDown={move}
        maxLength={200}
        placeholder={search(site)}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        className="size-full bg-transparent text-base text-ink outline-none placeholder:text-ink-faint"
      />
    </form>
  )
}
