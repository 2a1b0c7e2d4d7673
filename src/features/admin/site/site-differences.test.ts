import { expect, test } from 'vitest'
import * as rules from '#messages/site-rules.js'
import { withTopic, words } from '#messages/words.js'
import { NO_SETTINGS, type SiteSettings } from '#shared/site.ts'
import { differencesOf, mergeValues } from './site-differences'
import { settingsOf, valuesOf } from './site-values'

const language = (code: string, topic: string) => ({
  ...{ code, name: code },
  texts: { ...rules, withTopic, code, words: { ...words, topic } },
})
const languages = [language('en', 'AI'), language('de', 'KI')]
const settings: SiteSettings = {
  ...NO_SETTINGS,
  ...{
    vote_weights: 'normal',
    reports_to_hide: 1,
    moderation_log: 'public',
    claims: 'queue',
    link_checks: 'off',
  },
  ...{
    terms: null,
    terms_date: null,
    privacy: null,
    privacy_date: null,
    about: null,
    decision_reasons: null,
  },
  translations: { de: { tagline: 'Drinnen' }, fr: { tagline: 'Dehors' } },
}
const known = valuesOf({ settings, languages })
const { de } = known.translations
if (!de) throw new Error('German is missing')

test('a text that equals its language’s default is none; languages the site has no more are left alone', () => {
  expect(known.topic).toBe('AI')
  expect(de).toMatchObject({ topic: 'KI', item: 'tool', tagline: 'Drinnen', heading: '' })
  const kept = (topic: string) => settingsOf({ ...known, translations: { de: { ...de, topic } } }, languages)
  expect(kept(' KI ').translations).toEqual({
    de: expect.objectContaining({ topic: null, tagline: 'Drinnen' }),
  })
  expect(kept('AI').translations?.de?.topic, 'another one’s').toBe('AI')
  expect(kept('').translations?.de?.topic, 'none at all').toBe('')
})

test('each text of a language is a difference of its own, and is merged by itself', () => {
  const theirs = { ...known, translations: { de: { ...de, tagline: 'Theirs', about: 'Theirs' } } }
  const mine = { ...known, tagline: 'Mine', translations: { de: { ...de, tagline: 'Mine', items: 'Mine' } } }
  const differences = differencesOf({ known, theirs, mine })
  expect(differences).toEqual([
    { field: 'tagline', prefer: 'mine' },
    { field: 'translations.de.items', prefer: 'mine' },
    { field: 'translations.de.tagline', prefer: 'mine' },
    { field: 'translations.de.about', prefer: 'theirs' },
  ])
  const merged = mergeValues(
    { theirs, mine },
    new Map([
      ['tagline', 'mine'],
      ['translations.de.items', 'mine'],
      ['translations.de.tagline', 'theirs'],
      ['translations.de.about', 'theirs'],
    ]),
  )
  expect(merged).toMatchObject({
    tagline: 'Mine',
    translations: { de: { tagline: 'Theirs', about: 'Theirs', items: 'Mine' } },
  })
})
