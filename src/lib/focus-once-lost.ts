/** By then what was focused has been rendered away, even if that takes longer than a frame. */
const FRAMES = 30

/**
 * For who is on a button that goes with the success of what it did: moves the focus to `next` once nothing else has it,
 * so that the keyboard goes on from there instead of the top of the page.
 */
export function focusOnceLost(next: () => HTMLElement | null, frames = FRAMES): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) next()?.focus()
    else if (frames > 1) focusOnceLost(next, frames - 1)
  })
}
