import type { Words } from '#shared/words.ts'

/** Texts of the screen: settings of the search. */

export const title = 'Search'
export const intro =
  'How people find something here by what they want to do: the language of your descriptions, and words that stand for each other.'
export const language = 'Language'
export const languageHint = 'The language that descriptions and recommendations are mostly written in.'
export const synonyms = 'Words that stand for each other'
export const synonymsHint = 'One group a line, words and phrases separated by commas.'
/** What each sign means, with an example. */
export const signs = [
  ['movie, film, clip', 'whoever types one finds what says another'],
  ['movie, ?kino', 'with a question mark: typed by people, but not what descriptions say'],
  ['no cost, =free', 'with an equals sign: all with this fact, such as a pricing or a platform'],
  ['- the best, app', 'a line that begins with a hyphen: words without meaning'],
  ['// films', 'a comment'],
] as const
export const save = 'Save'
export const saving = 'Saving…'
export const saved = 'Search settings saved'
export const changedMeanwhile =
  'Someone else changed these settings meanwhile. Your text is still here; saving again replaces theirs.'
export const theirs = 'Their version'
export const stale = ({ item, items }: Words, count: number) =>
  `${count === 1 ? `One ${item} is` : `${count} ${items} are`} still found by the former settings. This takes a few minutes.`
export const tryTitle = 'Try a search'
export const tryHint = 'What people find with the saved settings.'
export const tryLabel = 'Search to try'
export const tryNow = 'Search'
export const found = (query: string, count: number) =>
  `${count === 0 ? 'Nothing' : count} found for “${query}”`
