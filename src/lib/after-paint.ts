/** A page nobody looks at is not painted; what waits goes on all the same. */
const UNSEEN_MS = 100

/** Resolves once what a press changed has been drawn: for work so long that the answer to the press would wait for it. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, UNSEEN_MS)
    requestAnimationFrame(() => setTimeout(resolve))
  })
}
