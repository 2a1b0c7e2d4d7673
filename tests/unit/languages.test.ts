import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { differences } from '../../scripts/compile-messages.ts'

/** The languages that come with the product. A missing or superfluous text of one fails the build of the pages. */

const FOLDER = path.join(import.meta.dirname, '../../languages')
const others = readdirSync(FOLDER).filter((language) => language !== 'en')
const read = (language: string) =>
  JSON.parse(readFileSync(path.join(FOLDER, language, 'messages.json'), 'utf8'))

/** Every text of a language by its name. */
function textsOf(value: unknown, name = ''): [name: string, text: string][] {
  if (typeof value === 'string') return [[name, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => textsOf(part, name ? `${name}.${key}` : key))
}

test('English, German, Spanish, Japanese and Arabic are there', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(['ar', 'de', 'en', 'es', 'ja'])
})

describe.each(others)('%s', (language) => {
  test('has every text, with the values it is given', () => {
    expect(differences(read('en'), read(language))).toEqual([])
  })

  test('is translated: whole sentences of English are in no text', () => {
    const english = new Map(textsOf(read('en')))
    // Three words in a row, which names are not.
    const isSentence = (text: string) =>
      !text.startsWith('npm run') && /\p{Ll}{2,} \p{Ll}{2,} \p{Ll}{2,}/u.test(text.replace(/\{.*\}/g, ''))
    const same = textsOf(read(language)).filter(
      ([name, text]) => isSentence(text) && english.get(name) === text,
    )
    expect(same).toEqual([])
  })

  test.each(['terms.md', 'privacy.md', 'ranking.md'])(
    '%s has the values and sections of the English one',
    (file) => {
      const shapeOf = (code: string) => {
        const text = readFileSync(path.join(FOLDER, code, file), 'utf8')
        const values = text.match(/\{[a-z_]+\}/g) ?? []
        return { sections: text.match(/^## /gm)?.length, values: [...new Set(values)].sort() }
      }
      const { values, ...shape } = shapeOf(language)
      const english = shapeOf('en')
      expect(shape).toEqual({ sections: english.sections })
      // A language may name the items in one number only.
      expect(
        values.filter(
          (value) => !english.values.includes(value) && !/^\{(item|items|topic_items)\}$/.test(value),
        ),
      ).toEqual([])
    },
  )
})

describe('what a language lacks is named', () => {
  const english = { room: { greeting: 'Hello {name}', list: ['one', 'two'], count: '{items} here' } }
  const other = (room: object) =>
    differences(english, JSON.parse(JSON.stringify({ room: { ...english.room, ...room } })))

  test.each([
    [{ greeting: undefined }, 'room.greeting is missing'],
    [{ farewell: 'Bye' }, 'room.farewell is superfluous'],
    [{ greeting: 'Hallo {nam}' }, 'room.greeting names nam, which it is not given'],
    [{ list: ['eins'] }, 'room.list.1 is missing'],
    [{ list: 'eins' }, 'room.list has another shape'],
  ])('%j', (room, fault) => expect(other(room)).toEqual([fault]))

  test('the words of the site may be exchanged', () => {
    expect(other({ count: '{topicItemsCapital} hier' })).toEqual([])
  })
})
