import type { MouseEvent } from 'react'

/** For a link to the website of a tool, which opens in a new tab: this page stays, and counts the click. */
export function countedLink(slug: string) {
  const count = () => {
    import('./counting').then(
      ({ tell }) => tell({ click: slug }),
      () => undefined,
    )
  }
  return {
    onClick: count,
    // The middle button.
    onAuxClick: ({ button }: MouseEvent) => button === 1 && count(),
  }
}
