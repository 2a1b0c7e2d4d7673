import { Component, createRef, type ReactNode } from 'react'

type Place = { id: string; top: number }

/** Height of what sticks to the top of the window and covers the cards. */
const COVERED = 76

/**
 * A list whose cards stay where they are on the screen, whatever comes in above them: the window is scrolled by as much
 * as they were moved, before it is painted, also at the top of the page, where browsers do not anchor by themselves. Its
 * children have ids. A class, because where things were is asked after the last moment somebody could have scrolled
 * (getSnapshotBeforeUpdate), for which there is no hook.
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

/** What the page has left over down to its footer, which is filled before the page grows. */
function roomBelow(list: Element): number {
  const main = list.closest('main')
  const last = main?.lastElementChild
  return last ? main.getBoundingClientRect().bottom - last.getBoundingClientRect().bottom : 0
}

function isOnScreen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > COVERED && top < window.innerHeight
}
