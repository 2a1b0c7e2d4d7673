import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contactNode, fillIn } from './fill-in'
import { readDocument } from './read-document'

const file = (name: string) => readFileSync(new URL(`../../messages/en/${name}.md`, import.meta.url), 'utf8')
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
