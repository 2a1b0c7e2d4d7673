/** Whose value of a field is kept in an edit conflict. */
export type Side = 'theirs' | 'mine'

/** A field in which two versions differ. `prefer`: 'theirs' where the person left it alone. */
export type Disagreement<Field> = { field: Field; prefer: Side }

/** The fields in which `mine` and `theirs` differ; `known` is the common base, null for something new. */
export function findDifferences<Values extends object>(
  fields: readonly (keyof Values)[],
  { known, theirs, mine }: { known: Values | null; theirs: Values; mine: Values },
): Disagreement<keyof Values>[] {
  return fields
    .filter((field) => !isSame(theirs[field], mine[field]))
    .map((field) => ({
      field,
      prefer: known !== null && isSame(known[field], mine[field]) ? 'theirs' : 'mine',
    }))
}

/** `mine`, with the fields for which the other's value was chosen. */
export function merge<Values extends object>(
  { theirs, mine }: { theirs: Values; mine: Values },
  sides: ReadonlyMap<string, Side>,
): Values {
  const chosen = Object.entries(theirs).filter(([field]) => sides.get(field) === 'theirs')
  return { ...mine, ...Object.fromEntries(chosen) }
}

/** Compares texts, booleans and lists of texts. */
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
