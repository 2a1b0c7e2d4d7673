import type * as language from '#messages/language.js'

/** The words of the site, as settings give them: what it is about, which may be nothing, and what it lists: one, and several. */
export type GivenWords = { topic: string; item: string; items: string }

/** The words in the forms that texts need: with the topic, as a title, as the first words of a sentence. */
export type Words = typeof DEFAULT_WORDS

/** The specification's. Written out, because every page loads them and none needs to make other forms. */
export const DEFAULT_WORDS = {
  ...{ topic: 'AI', item: 'tool', items: 'tools', topicItems: 'AI tools' },
  anItem: 'a tool',
  itemTitle: 'Tool',
  itemCapital: 'Tool',
  itemsTitle: 'Tools',
  itemsCapital: 'Tools',
  topicItemTitle: 'AI Tool',
  topicItemsTitle: 'AI Tools',
  topicItemsCapital: 'AI tools',
}

/** How a language joins words. */
type WordRules = Pick<typeof language, 'code' | 'withTopic'>

/** Every form of the words. English titles write each word with a capital; other languages write a title like a sentence. */
export function wordForms({ topic, item, items }: GivenWords, { code, withTopic }: WordRules): Words {
  const title = code === 'en' ? titleCase : (text: string) => text
  const about = (what: string) => (topic === '' ? what : withTopic({ topic, what }))
  const topicItems = about(items)
  return {
    ...{ topic, item, items, topicItems },
    anItem: withArticle(item),
    itemTitle: title(item),
    itemCapital: capital(item),
    itemsTitle: title(items),
    itemsCapital: capital(items),
    topicItemTitle: title(about(item)),
    topicItemsTitle: title(topicItems),
    topicItemsCapital: capital(topicItems),
  }
}

/** As a title: 'Board Games'. Words with capitals of their own, such as iOS, stay as they are. */
const titleCase = (text: string) =>
  text.replace(/(?<!\S)\p{Ll}(?!\S*\p{Lu})/gu, (letter) => letter.toUpperCase())

/** As the first words of a sentence: 'Board games'. */
const capital = (text: string) => text.replace(/^\S+/, titleCase)

/** 'a tool', 'an app': by the first letters, as most words are spoken. */
const withArticle = (item: string) =>
  `${/^(?:a|e(?!u)|i|o(?!n[ce])|u(?!ni|s[aei]|t|r[aeiou])|hou?r|hone|heir)/i.test(item) ? 'an' : 'a'} ${item}`

/** The site's name with the topic: 'Toolshed AI'. */
export const nameWithTopic = ({ name, topic }: { name: string; topic: string }) => `${name} ${topic}`.trim()
