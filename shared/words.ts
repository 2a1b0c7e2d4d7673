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
