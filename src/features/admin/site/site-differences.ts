import { TRANSLATABLE } from '#shared/site.ts'
import { type Disagreement, findDifferences, merge, type Side } from '~/components/form/differences'
import { SITE_FIELDS, type SiteValues } from './site-values'

/** The fields of a form that two versions give different values. */
export function differencesOf(
  versions: Record<'known' | 'theirs' | 'mine', SiteValues>,
): Disagreement<string>[] {
  const { known, theirs, mine } = versions
  const further = Object.entries(theirs.translations).flatMap(([code, texts]) => {
    const own = mine.translations[code] ?? texts
    return findDifferences(TRANSLATABLE, {
      known: known.translations[code] ?? null,
      theirs: texts,
      mine: own,
    }).map(({ field, prefer }) => ({ field: `translations.${code}.${field}`, prefer }))
  })
  return [...findDifferences(SITE_FIELDS, versions), ...further]
}

/** As `merge`, also of each text of another language. */
export function mergeValues(
  versions: Record<'theirs' | 'mine', SiteValues>,
  sides: ReadonlyMap<string, Side>,
): SiteValues {
  const { theirs, mine } = versions
  return {
    ...merge(versions, sides),
    translations: Object.fromEntries(
      Object.entries(theirs.translations).map(([code, texts]) => {
        const chosen = TRANSLATABLE.map(
          (field) => [field, sides.get(`translations.${code}.${field}`) ?? 'mine'] as const,
        )
        return [code, merge({ theirs: texts, mine: mine.translations[code] ?? texts }, new Map(chosen))]
      }),
    ),
  }
}
