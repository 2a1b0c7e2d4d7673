import type { GivenWords, Words } from './words.ts'

/** How a language joins words. */
type WordRules = { code: string; withTopic: (d: { topic: string; what: string }) => string }

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
