import { Component, createRef, type ReactNode } from 'react'

type Place = { id: string; top: number }

/** Height of the sticky header, which covers cards. */
const COVERED = 76

/**
 * A list whose visible cards keep their position when others are inserted above: the window is scrolled by the same
 * distance before painting, also at the top of the page, where browsers have no scroll anchoring. Its children need
 * ids. A class, because getSnapshotBeforeUpdate, which measures after the last possible scroll, has no hook.
 */
export class ScrollAnchor extends Component<{ className: string; children: ReactNode }> {
  private readonly list = createRef<HTMLDivElement>()

  override getSnapshotBeforeUpdate(): Place | null {
    const cards = [...(this.list.current?.children ?? [])].filter(isOnScreen)
    const read = cards.find((card) => card.contains(document.activeElement)) ?? cards[0]
    return read ? { id: read.id, top: read.getBoundingClientRect().top } : null
  }

  override componentDidUpdate(_props: unknown, _state: unknown, place: Place | null): void {
    const list = this.list.current
    const card = place && document.getElementById(place.id)
    if (!list || !card) return
    const moved = card.getBoundingClientRect().top - place.top
    if (moved === 0) return
    const { scrollHeight, clientHeight } = document.documentElement
    const missing = moved - (scrollHeight - clientHeight - window.scrollY)
    if (missing > 0) list.style.minHeight = `${Math.ceil(list.offsetHeight + missing + roomBelow(list))}px`
    window.scrollBy({ top: moved, behavior: 'instant' })
  }

  override render() {
    return (
      <div ref={this.list} className={this.props.className}>
        {this.props.children}
      </div>
    )
  }
}

/** Free space above the footer, which is used up before the page grows. */
function roomBelow(list: Element): number {
  const main = list.closest('main')
  const last = main?.lastElementChild
  return last ? main.getBoundingClientRect().bottom - last.getBoundingClientRect().bottom : 0
}

function isOnScreen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > COVERED && top < window.innerHeight
}
