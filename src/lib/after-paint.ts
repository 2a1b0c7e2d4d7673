/** A hidden page is not painted; waiting work then continues anyway. */
const UNSEEN_MS = 100

/** Resolves after the next paint: for work long enough to delay the response to a press. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, UNSEEN_MS)
    requestAnimationFrame(() => setTimeout(resolve))
  })
}
