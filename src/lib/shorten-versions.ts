/** Characters shown of each version. */
const SHOWN = 600

/** Characters shown before the first difference. */
const LEAD = 40

/** Two versions of a text, shortened for comparison: a long one starts a little before the first difference. */
export function shortenVersions<Missing>(
  before: string | Missing,
  after: string | Missing,
): [string | Missing, string | Missing] {
  const [one, other] = [charactersOf(before), charactersOf(after)]
  const longer = one.length > other.length ? one : other
  const differs = longer.findIndex((_, place) => one[place] !== other[place])
  const from = differs > LEAD && longer.length > SHOWN ? differs - LEAD : 0
  const shorten = (text: string | Missing, characters: string[]) =>
    typeof text !== 'string' || (from === 0 && characters.length <= SHOWN)
      ? text
      : `${from > 0 ? '…' : ''}${characters.slice(from, from + SHOWN).join('')}${characters.length > from + SHOWN ? '…' : ''}`
  return [shorten(before, one), shorten(after, other)]
}

const charactersOf = (text: unknown) => (typeof text === 'string' ? [...text] : [])
