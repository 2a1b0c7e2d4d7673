import { useState } from 'react'
import { afterPaint } from '~/lib/after-paint'

/**
 * The boxes of the filter: a pressed one is drawn as pressed at once, before the page it leads to is worked out, and
 * shows again what is selected when that has come.
 */
export function useChoices(
  selected: readonly string[],
  onToggle: (slug: string) => Promise<void>,
  onClear: () => void,
) {
  const [pressed, setPressed] = useState<ReadonlyMap<string, boolean>>(new Map())
  const isChosen = (slug: string) => pressed.get(slug) ?? selected.includes(slug)

  async function toggle(slug: string): Promise<void> {
    setPressed((others) => new Map(others).set(slug, !isChosen(slug)))
    await afterPaint()
    await onToggle(slug)
    setPressed((all) => new Map([...all].filter(([other]) => other !== slug)))
  }

  // Not ahead of a box that was pressed before it.
  const clear = () => void afterPaint().then(onClear)

  return { isChosen, toggle, clear }
}
