import { useState } from 'react'
import { Button } from '~/components/ui/button'
import { afterPaint } from '~/lib/after-paint'
import * as messages from '~/messages/en/catalogue'

/**
 * Boxes of a filter: a pressed one is drawn as pressed at once, before the page it leads to is worked out, and shows again
 * what is selected when that has come.
 */
export function useChoices(
  selected: readonly string[],
  onToggle: (value: string) => Promise<void>,
  onClear: () => void,
) {
  const [pressed, setPressed] = useState<ReadonlyMap<string, boolean>>(new Map())
  const isChosen = (value: string) => pressed.get(value) ?? selected.includes(value)

  async function toggle(value: string): Promise<void> {
    setPressed((others) => new Map(others).set(value, !isChosen(value)))
    await afterPaint()
    await onToggle(value)
    setPressed((all) => new Map([...all].filter(([other]) => other !== value)))
  }

  // Not ahead of a box that was pressed before it.
  const clear = () => void afterPaint().then(onClear)

  return { isChosen, toggle, clear }
}

/** Clears what a panel has chosen, and leaves the focus in it. */
export function ClearButton({ isIdle, onClear }: { isIdle: boolean; onClear: () => void }) {
  return (
    <Button
      variant="ghost"
      size="sm"
      disabled={isIdle}
      onClick={({ currentTarget: { form } }) => {
        // The button is of no use then, and loses the focus.
        form?.querySelector<HTMLElement>('label input:enabled')?.focus({ preventScroll: true })
        onClear()
      }}
    >
      {messages.clear}
    </Button>
  )
}
