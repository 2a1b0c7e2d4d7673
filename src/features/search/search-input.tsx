import { type KeyboardEvent, type Ref, startTransition, useState } from 'react'
import * as messages from '~/messages/en/search'
import { LIST_ID, rowId } from './use-marked-row'

type Props = {
  ref: Ref<HTMLInputElement>
  initialText: string
  hasRows: boolean
  /** The row Enter opens, announced to screen readers while the focus stays here; -1 when there is none. */
  marked: number
  /** The text to search for, without space around it. */
  onText: (text: string) => void
  onType: () => void
  onMove: (step: 1 | -1) => void
  onEnter: (text: string) => void
}

/**
 * The field of the search dialog. What is typed is shown first, and alone; the list follows it. It is a form, so that
 * Enter is also understood from keyboards that send no key events.
 */
export function SearchInput({ ref, initialText, hasRows, marked, onText, onType, onMove, onEnter }: Props) {
  const [typed, setTyped] = useState(initialText)

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
        aria-label={messages.searchToolsAndCategories}
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
        placeholder={messages.searchToolsAndCategories2}
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
