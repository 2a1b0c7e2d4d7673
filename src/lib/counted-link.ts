import type { MouseEvent } from 'react'
import { tell } from './tell'

/** For a link to the website of a tool, which opens in a new tab: this page stays, and counts the click. */
export const countedLink = (slug: string) => ({
  onClick: () => tell({ click: slug }),
  // The middle button.
  onAuxClick: ({ button }: MouseEvent) => button === 1 && tell({ click: slug }),
})
