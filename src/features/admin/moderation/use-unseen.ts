import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { cardElementId } from './use-decide'

/** A card that ends above this line is out of sight; below it, enough is visible to count as seen. */
const ABOVE = 200

/** New cards above the screen that have not been seen, topmost first. `see` marks all as seen. */
export function useUnseen(ids: readonly string[]) {
  const known = useRef<ReadonlySet<string>>(new Set(ids))
  const [unseen, setUnseen] = useState<ReadonlySet<string>>(new Set())

  // After the scroll position has been restored, before painting.
  useLayoutEffect(() => {
    const before = known.current
    known.current = new Set(ids)
    const added = ids.filter((id) => {
      const card = before.has(id) ? null : document.getElementById(cardElementId(id))
      return card !== null && card.getBoundingClientRect().bottom <= ABOVE
    })
    setUnseen((set) => {
      const left = [...set].filter((id) => known.current.has(id))
      return added.length === 0 && left.length === set.size ? set : new Set([...left, ...added])
    })
  }, [ids])

  useEffect(() => {
    if (unseen.size === 0) return
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = new Set(entries.filter((entry) => entry.isIntersecting).map(({ target }) => target.id))
        if (seen.size > 0) setUnseen((set) => new Set([...set].filter((id) => !seen.has(cardElementId(id)))))
      },
      { rootMargin: `-${ABOVE}px 0px 0px` },
    )
    for (const id of unseen) {
      const card = document.getElementById(cardElementId(id))
      if (card) observer.observe(card)
    }
    return () => observer.disconnect()
  }, [unseen])

  return { unseen: ids.filter((id) => unseen.has(id)), see: () => setUnseen(new Set()) }
}
