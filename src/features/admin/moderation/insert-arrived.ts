import type { FlaggedCard, FlaggedPage } from './flagged-data'

/** Inserts new cards into the loaded pages, by newest activity; existing cards keep the order they were read in. */
export function insertArrived(pages: readonly FlaggedPage[], arrived: readonly FlaggedCard[]): FlaggedPage[] {
  const known = new Set(pages.flatMap(({ cards }) => cards.map(({ id }) => id)))
  return arrived
    .filter(({ id }) => !known.has(id))
    .reduce<FlaggedPage[]>((into, card) => insert(into, card), [...pages])
}

function insert(pages: FlaggedPage[], card: FlaggedCard): FlaggedPage[] {
  const isOlder = (other: FlaggedCard) => isBefore(other, card)
  const found = pages.findIndex(({ cards }) => cards.some(isOlder))
  const into = found === -1 ? pages.length - 1 : found
  return pages.map((page, index) => {
    if (index !== into) return page
    const at = page.cards.findIndex(isOlder)
    return { ...page, cards: page.cards.toSpliced(at === -1 ? page.cards.length : at, 0, card) }
  })
}

/** The database's order; its timestamps are texts in one format and time zone. */
function isBefore(one: FlaggedCard, other: FlaggedCard): boolean {
  return one.activity_at === other.activity_at ? one.id < other.id : one.activity_at < other.activity_at
}
