/** What a preview shows. Made of the catalogue's own data alone. */
export interface Card {
  product: string
  /** Above the name: what it is, or what it belongs to. */
  label: string
  title: string
  text: string
  /** Below: recommendations of a tool, tools of a category; left out when there is nothing to tell. */
  count?: { number: number; what: 'recommendation' | 'tool' }
  /** The site's host, below at the right. */
  host: string
  /** Instead of a name that no font here can write. */
  fallbackTitle: string
}

export const CARD_WIDTH = 1200
export const CARD_HEIGHT = 630
