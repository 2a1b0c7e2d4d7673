/** By then a button that goes has gone, even if rendering and the browser take several frames. */
const FRAMES = 30

/**
 * For actions whose button disappears when they succeed: moves the focus to `next` as soon as no element has it, so that
 * the keyboard goes on from there and not from the top of the page.
 */
export function focusOnceLost(next: () => HTMLElement | null, frames = FRAMES): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) next()?.focus()
    else if (frames > 1) focusOnceLost(next, frames - 1)
  })
}
