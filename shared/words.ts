/** The words of the site, as settings give them: what it is about, which may be nothing, and what it lists: one, and several. */
export type GivenWords = { topic: string; item: string; items: string }

/** The words in the forms that texts need: with the topic, as a title, as the first words of a sentence. */
export type Words = ReturnType<typeof wordForms>

/** Every form of the words. */
export function wordForms({ topic, item, items }: GivenWords) {
  const topicItems = `${topic} ${items}`.trim()
  return {
    ...{ topic, item, items, topicItems },
    anItem: withArticle(item),
    itemTitle: title(item),
    itemCapital: capital(item),
    itemsTitle: title(items),
    itemsCapital: capital(items),
    topicItemTitle: title(`${topic} ${item}`.trim()),
    topicItemsTitle: title(topicItems),
    topicItemsCapital: capital(topicItems),
  }
}

/** As a title: 'Board Games'. Words with capitals of their own, such as iOS, stay as they are. */
const title = (text: string) => text.replace(/(?<!\S)\p{Ll}(?!\S*\p{Lu})/gu, (letter) => letter.toUpperCase())

/** As the first words of a sentence: 'Board games'. */
const capital = (text: string) => text.replace(/^\S+/, title)

/** 'a tool', 'an app': by the first letters, as most words are spoken. */
const withArticle = (item: string) =>
  `${/^(?:a|e(?!u)|i|o(?!n[ce])|u(?!ni|s[aei]|t|r[aeiou])|hou?r|hone|heir)/i.test(item) ? 'an' : 'a'} ${item}`

/** The specification's. */
export const DEFAULT_WORDS: Words = wordForms({ topic: 'AI', item: 'tool', items: 'tools' })

/** The site's name with the topic: 'Toolshed AI'. */
export const nameWithTopic = ({ name, topic }: { name: string; topic: string }) => `${name} ${topic}`.trim()
