import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { capital, DEFAULT_WORDS, nameWithTopic, title, topicItems, type Words } from '#shared/words.ts'

/** The texts of a site with other words: none says what the default site is about (docs/decisions/120). */

const TEXTBOOKS = { name: 'Open Shelf', topic: '', item: 'textbook', items: 'textbooks' }
const DEFAULT = /\bAI\b|\btools?\b/i
/** Two spaces; what a text makes of a value of another kind does not count. */
const HOLE = / {2}(?!.*undefined)/
const FOLDERS = ['../../src/messages/en', '../../shared/messages/en'].map((folder) =>
  path.join(import.meta.dirname, folder),
)
const files = FOLDERS.flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name)))

/** Values of the kinds that texts are made from; a text is called with every combination it takes. */
const VALUES: readonly unknown[] = [
  TEXTBOOKS,
  'Anna',
  1,
  2,
  true,
  ['web', 'api'],
  { tools: 1, categories: 2 },
]
const MOST_COMBINATIONS = 3000

function combinations(length: number): unknown[][] {
  if (length === 0) return [[]]
  return combinations(length - 1).flatMap((rest) => VALUES.map((value) => [...rest, value]))
}

/** Every text of a value: its strings, and what its functions return. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsOf)
  if (typeof value !== 'function') return []
  const given = combinations(value.length)
  expect(given.length, 'combinations').toBeLessThan(MOST_COMBINATIONS)
  return given.flatMap((values) => {
    try {
      return textsOf(Reflect.apply(value, undefined, values))
    } catch {
      // Not values of these kinds.
      return []
    }
  })
}

test.each(files.filter((file) => file.endsWith('.ts')).map((file) => [path.basename(file), file]))(
  '%s',
  async (_, file) => {
    const module: object = await import(file)
    for (const [name, value] of Object.entries(module)) {
      const texts = textsOf(value)
      if (typeof value === 'function') expect(texts.length, `${name} returns a text`).toBeGreaterThan(0)
      expect(
        texts.filter((text) => DEFAULT.test(text) || HOLE.test(text)),
        name,
      ).toEqual([])
    }
  },
)

test.each(files.filter((file) => file.endsWith('.md')).map((file) => [path.basename(file), file]))(
  '%s',
  (_, file) => {
    expect(readFileSync(file, 'utf8').match(new RegExp(DEFAULT, 'gi'))).toBeNull()
  },
)

describe('words', () => {
  const of = (topic: string, item: string, items: string): Words => ({ topic, item, items })

  test('stand with their topic, or without one', () => {
    expect(topicItems(DEFAULT_WORDS)).toBe('AI tools')
    expect(topicItems(of('', 'textbook', 'textbooks'))).toBe('textbooks')
    expect(nameWithTopic({ ...DEFAULT_WORDS, name: 'Plaudit' })).toBe('Plaudit AI')
    expect(nameWithTopic(TEXTBOOKS)).toBe('Open Shelf')
  })

  test('get capitals at the beginning of a sentence, or everywhere in a title', () => {
    expect(['board games', 'iOS apps', 'éclairs', 'AI tools'].map(capital)).toEqual([
      ...['Board games', 'iOS apps', 'Éclairs', 'AI tools'],
    ])
    expect(['board games', 'iOS apps', 'open-source tools', '3d models', 'AI tools'].map(title)).toEqual([
      ...['Board Games', 'iOS Apps', 'Open-source Tools', '3d Models', 'AI Tools'],
    ])
  })
})
