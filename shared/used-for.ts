/** How long an author says to have used what they recommend, with the database's names. */
export const USED_FOR = ['month', 'year', 'years'] as const
export type UsedFor = (typeof USED_FOR)[number]

export const asUsedFor = (value: string | null | undefined): UsedFor | undefined =>
  USED_FOR.find((known) => known === value)
