import { capital, topicItems, type Words } from '#shared/words.ts'

/** Texts of the screen: comparing tools, and collecting those to compare. */

export const compare = 'Compare'
export const toolsToCompare = ({ items }: Words) => `${capital(items)} to compare`
export const clear = 'Clear'
export const compareTools = (words: Words) => `Compare ${topicItems(words)}`
export const description = (words: Words) =>
  `Two to four ${topicItems(words)} side by side: what they cost, where they run, and why people recommend them.`
export const howToCompare = ({ items }: Words) =>
  `See two to four ${items} side by side: what they cost, where they run, and why people recommend them. Look for them here, or press Compare in a list.`
export const browseTools = ({ items }: Words) => `Browse ${items}`
export const addAnother = ({ item }: Words) => `Add another ${item} to compare it with.`
export const addTool = ({ item }: Words) => `Add ${withArticle(item)}`
export const find = 'Find'
export const removeOneFirst = ({ items }: Words) =>
  `Four ${items} fit side by side. Remove one to add another.`
export const noResultsFound = 'No results found.'
export const allCompared = ({ item }: Words) => `Every ${item} found is compared already.`
export const comparison = 'Comparison'
export const same = 'Same'
export const recommendations = 'Recommendations'
export const categories = 'Categories'
export const summary = 'Description'
export const reasons = 'Reasons'
export const noReasons = 'No recommendations yet'
export const website = 'Website'
export const visitWebsite = 'Visit Website'
export const opensInANewTab = 'Opens in a new tab'
export const none = 'None'
export const removeIt = 'Remove'
export const full = ({ items }: Words) => `Four ${items} are chosen already. Remove one to add another.`
export const cleared = ({ items }: Words) => `No ${items} to compare.`

/** 'a tool', 'an app': by the first letters, as most words are spoken. */
const withArticle = (item: string) =>
  `${/^(?:a|e(?!u)|i|o(?!n[ce])|u(?!ni|s[aei]|t|r[aeiou])|hou?r|hone|heir)/i.test(item) ? 'an' : 'a'} ${item}`

export const remove = (name: string) => `Remove ${name}`
export const add = (name: string) => `Add ${name}`
export const ofTool = (name: string) => ` of ${name}`
export const chosen = ({ items }: Words, count: number) => `${count} of 4 ${items} to compare`
export const added = (words: Words, name: string, count: number) => `${name} added. ${chosen(words, count)}`
export const removed = (words: Words, name: string, count: number) =>
  `${name} removed. ${chosen(words, count)}`
export const unknownTool = ({ item }: Words, slug: string) => `There is no ${item} “${slug}”.`
export const leftOut = ({ items }: Words, names: readonly string[]) =>
  `Four ${items} fit side by side. Left out: ${names.join(', ')}.`
export const matches = ({ items }: Words, query: string) => `${capital(items)} found for “${query}”`
export const comparing = (names: readonly string[]) =>
  `Compare ${names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`}`
