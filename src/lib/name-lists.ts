import { locale } from '#messages/language.js'

/** Names as a part of a sentence: 'web, iOS and Android', or with 'or'. */
export const inWords = (names: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction') =>
  new Intl.ListFormat(locale, { type }).format(names)

/** Names one after another, as values are listed: 'web, iOS, Android' in English. */
export const asList = (names: readonly string[]) =>
  new Intl.ListFormat(locale, { style: 'narrow' }).format(names)
