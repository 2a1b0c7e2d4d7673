import { transliterate } from 'transliteration'
import { slugify } from '#shared/catalogue-rules.ts'

/** As in German; the library leaves out the second letter. */
const UMLAUTS: [string, string][] = [...'äae öoe üue ÄAe ÖOe ÜUe'.split(' ')].map((pair) => [
  pair.charAt(0),
  pair.slice(1),
])

/** A slug of a name in any script: "Würfelbecher" becomes wuerfelbecher, "视频" shi-pin. Empty if it has no letters. */
export const slugOfName = (name: string, limit: number): string =>
  slugify(isPlain(name) ? name : transliterate(name.normalize('NFC'), { replace: UMLAUTS }))
    .slice(0, limit)
    .replace(/-$/, '')

const isPlain = (name: string) => /^[\u0020-\u007e]*$/.test(name)
