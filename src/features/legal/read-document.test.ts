import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { SITE_LIMITS } from '#shared/site-rules.ts'
import { contactNode, fillIn } from './fill-in'
import { readDocument } from './read-document'

const file = (name: string) =>
  readFileSync(new URL(`../../../languages/en/${name}.md`, import.meta.url), 'utf8')
afterEach(() => void vi.restoreAllMocks())

const anchors = (markdown: string) => readDocument(markdown).sections.map(({ id }) => id)

describe('a document of the owner', () => {
  test('begins with an introduction and has a section for each heading', () => {
    expect(readDocument('Hello *you*.\n\n## First\n\nText\n\n### Part\n\n# Second')).toEqual({
      intro: [{ tag: 'p', content: ['Hello ', { tag: 'em', content: ['you'] }, '.'] }],
      sections: [
        {
          id: 'first',
          title: 'First',
          body: [
            { tag: 'p', content: ['Text'] },
            { tag: 'h3', content: ['Part'] },
          ],
        },
        { id: 'second', title: 'Second', body: [] },
      ],
    })
  })

  test('has given anchors or ones made of titles, all unique', () => {
    expect(anchors('## A **B** {#ab}\n## A\n## A\n## 規約\n## 他')).toEqual([
      'ab',
      'a',
      'a-2',
      'section',
      'section-2',
    ])
    expect(readDocument('## A **B** {#ab}').sections[0]?.title).toBe('A B')
  })

  test('has its placeholders filled in, and their values are not Markdown', () => {
    const { intro } = readDocument('**{name}** at {host}: {contact}.')
    const words = { name: '*A*', host: 'a.example', contact: contactNode('me@a.example', 'nobody') }
    expect(fillIn(intro, words)).toEqual([
      {
        tag: 'p',
        content: [
          { tag: 'strong', content: ['*A*'] },
          ' at a.example: ',
          { tag: 'a', href: 'mailto:me@a.example', content: ['me@a.example'] },
          '.',
        ],
      },
    ])
  })
})

test('the terms have the sections of the specification', () => {
  const { intro, sections } = readDocument(file('terms'))
  expect(intro).toHaveLength(1)
  expect(sections.map(({ id }) => id)).toEqual([
    ...['eligibility', 'registration', 'upvotes-and-recommendations', 'moderation', 'intellectual-property'],
    ...[
      'affiliate-links',
      'privacy',
      'accuracy-disclaimer',
      'liability',
      'changes',
      'governing-law',
      'contact',
    ],
  ])
})

test('the privacy policy has the sections of the specification', () => {
  const { intro, sections } = readDocument(file('privacy'))
  expect(intro).toHaveLength(1)
  expect(sections.map(({ id }) => id)).toEqual([
    ...['what-this-covers', 'what-we-collect', 'how-we-use-it', 'cookies-and-analytics', 'what-is-public'],
    ...['sharing', 'retention', 'security', 'your-rights', 'changes-and-contact'],
  ])
})

describe('the longest documents take work in proportion to their length:', () => {
  const fill = (part: string) => part.repeat(Math.floor(SITE_LIMITS.text / part.length))

  test.each(['# x\n', '#\n', '## a {#a}\n', '# a 1\n# a\n'])('%j again and again', (part) => {
    let looks = 0
    for (const { prototype } of [Map, Set]) {
      const has = prototype.has
      vi.spyOn(prototype, 'has').mockImplementation(function (this: never, key: unknown) {
        looks += 1
        if (looks > 4 * SITE_LIMITS.text) throw new Error('looked up too often')
        return has.call(this, key)
      })
    }
    const { sections } = readDocument(fill(part))
    vi.restoreAllMocks()
    expect(sections.length).toBeGreaterThan(4_000)
    expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length)
  })

  test.each(['a\n-\n', 'a\n=\n'])('%j underlines more than a text does, and is not parsed', (part) => {
    expect(readDocument(fill(part)).sections).toEqual([])
  })

  test('a title of nothing but white space and braces', () => {
    const title = `a${'\u00a0'.repeat(40_000)}{#b}c`
    expect(readDocument(`# ${title}`).sections).toMatchObject([{ title }])
  })
})
