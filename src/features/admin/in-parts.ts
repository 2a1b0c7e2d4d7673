/** The database decides, or undoes, so many in one call. */
const MOST = 100

/** Sends all, one part after the other; returns what became of them. */
export async function inParts<Sent, Outcome>(
  all: readonly Sent[],
  send: (some: Sent[]) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (let from = 0; from < all.length; from += MOST)
    outcomes.push(...(await send(all.slice(from, from + MOST))))
  return outcomes
}
