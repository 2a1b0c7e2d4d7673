/** Whose version of a field is kept when two people changed the same thing. */
export type Side = 'theirs' | 'mine'

/** A field two versions disagree on. `prefer`: theirs where the person had left it alone. */
export type Difference<Field> = { field: Field; prefer: Side }

/** The fields of `mine` and `theirs` that differ; `known` is what both began with, null when there was nothing. */
export function findDifferences<Values extends object>(
  fields: readonly (keyof Values)[],
  { known, theirs, mine }: { known: Values | null; theirs: Values; mine: Values },
): Difference<keyof Values>[] {
  return fields
    .filter((field) => !isSame(theirs[field], mine[field]))
    .map((field) => ({
      field,
      prefer: known !== null && isSame(known[field], mine[field]) ? 'theirs' : 'mine',
    }))
}

/** `mine`, with the fields that were given to the other side. */
export function merge<Values extends object>(
  { theirs, mine }: { theirs: Values; mine: Values },
  sides: ReadonlyMap<keyof Values, Side>,
): Values {
  const merged = { ...mine }
  for (const [field, side] of sides) if (side === 'theirs') merged[field] = theirs[field]
  return merged
}

/** Texts, booleans and lists of texts. */
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
