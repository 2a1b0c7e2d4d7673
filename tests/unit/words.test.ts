import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { code } from '#messages/language.js'
import * as words from '#messages/words.js'
import { nameWithTopic, wordForms } from '#shared/word-forms.ts'
import { DEFAULT_WORDS } from '#shared/words.ts'

/** The texts of a site with other words: none says what the default site is about (docs/decisions/120). */

const TEXTBOOKS = { name: 'Open Shelf', topic: '', item: 'textbook', items: 'textbooks' }
const DEFAULT = /\bAI\b|\btools?\b/i
const HOLE = / {2}/
const ROOT = path.join(import.meta.dirname, '../..')
const COMPILED = path.join(ROOT, 'dist/messages/en')

/** What a text may be given besides the words: every text is made with each. */
const OTHERS: readonly unknown[] = ['Anna', 0, 1, 2, true, false]
const language = { code, withTopic: words.withTopic }
const known: Record<string, unknown> = {
  ...wordForms(TEXTBOOKS, language),
  nameWithTopic: nameWithTopic(TEXTBOOKS),
}

/** Every text of a value: its strings, and what its functions return. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsOf)
  if (typeof value !== 'function') return []
  return OTHERS.flatMap((other) =>
    textsOf(
      Reflect.apply(value, undefined, [
        new Proxy(known, { get: (words, name) => Reflect.get(words, name) ?? other }),
      ]),
    ),
  )
}

/** All but the default words themselves. */
const rooms = readdirSync(COMPILED).filter((file) => /^(?!words|date-locale).*\.js$/.test(file))

test.each(rooms)('%s', async (file) => {
  const room: object = await import(path.join(COMPILED, file))
  for (const [name, value] of Object.entries(room)) {
    const texts = textsOf(value)
    expect(texts.length, `${name} returns a text`).toBeGreaterThan(0)
    expect(
      texts.filter((text) => DEFAULT.test(text) || HOLE.test(text)),
      name,
    ).toEqual([])
  }
})

test.each(['terms.md', 'privacy.md', 'ranking.md'])('%s', (file) => {
  const text = readFileSync(path.join(ROOT, 'languages/en', file), 'utf8')
  expect(text.match(new RegExp(DEFAULT, 'gi'))).toBeNull()
})

describe('words', () => {
  test('stand with their topic, or without one', () => {
    expect(wordForms(DEFAULT_WORDS, language)).toEqual(DEFAULT_WORDS)
    expect(DEFAULT_WORDS.topicItems).toBe('AI tools')
    expect(wordForms(TEXTBOOKS, language).topicItems).toBe('textbooks')
    expect(nameWithTopic({ ...DEFAULT_WORDS, name: 'Plaudit' })).toBe('Plaudit AI')
    expect(nameWithTopic(TEXTBOOKS)).toBe('Open Shelf')
  })

  test('get capitals at the beginning of a sentence, or everywhere in a title', () => {
    const forms = ['board games', 'iOS apps', 'éclairs', 'open-source tools', '3d models', 'AI tools'].map(
      (items) => wordForms({ topic: '', item: '', items }, language),
    )
    expect(forms.map(({ itemsCapital }) => itemsCapital)).toEqual([
      ...['Board games', 'iOS apps', 'Éclairs', 'Open-source tools', '3d models', 'AI tools'],
    ])
    expect(forms.map(({ itemsTitle }) => itemsTitle)).toEqual([
      ...['Board Games', 'iOS Apps', 'Éclairs', 'Open-source Tools', '3d Models', 'AI Tools'],
    ])
  })

  test('follow an article', () => {
    expect(
      ['tool', 'app', 'hour', 'unicorn'].map(
        (item) => wordForms({ topic: '', item, items: '' }, language).anItem,
      ),
    ).toEqual([...['a tool', 'an app', 'an hour', 'a unicorn']])
  })
})
