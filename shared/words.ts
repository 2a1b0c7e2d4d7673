/** The words of the site: what it is about, which may be nothing, and what it lists: one, and several. */
export type Words = { topic: string; item: string; items: string }

/** The specification's. */
export const DEFAULT_WORDS: Words = { topic: 'AI', item: 'tool', items: 'tools' }

/** What is listed, with the topic: 'AI tools'. */
export const topicItems = ({ topic, items }: Words) => `${topic} ${items}`.trim()

export type NamedWords = Words & { name: string }

/** The site's name with the topic: 'Toolshed AI'. */
export const nameWithTopic = ({ name, topic }: NamedWords) => `${name} ${topic}`.trim()

/** As a title: 'Board Games'. Words with capitals of their own, such as iOS, stay as they are. */
export const title = (text: string) =>
  text.replace(/(?<!\S)\p{Ll}(?!\S*\p{Lu})/gu, (letter) => letter.toUpperCase())

/** As the first words of a sentence: 'Board games'. */
export const capital = (text: string) => text.replace(/^\S+/, title)
