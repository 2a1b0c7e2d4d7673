import { useState } from 'react'
import * as common from '#messages/common.js'
import { Button } from '~/components/ui/button'
import { afterPaint } from '~/lib/after-paint'

/** Toggle buttons of a filter, optimistic: a press shows at once, and the actual selection when navigation ends. */
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

  // Not before an earlier press has been handled.
  const clear = () => void afterPaint().then(onClear)

  return { isChosen, toggle, clear }
}

/** Clears a panel's choices and keeps the focus in it. */
export function ClearButton({ isIdle, onClear }: { isIdle: boolean; onClear: () => void }) {
  return (
    <Button
      variant="ghost"
      size="sm"
      disabled={isIdle}
      onClick={({ currentTarget: { form } }) => {
        // The button is then disabled and loses the focus.
        form?.querySelector<HTMLElement>('label input:enabled')?.focus({ preventScroll: true })
        onClear()
      }}
    >
      {common.clear}
    </Button>
  )
}
