import { beforeEach, describe, expect, test, vi } from 'vitest'
import { TRANSLATABLE } from '#shared/site.ts'
import { administrator, member, messageOf, post, raw } from '../support/actors.ts'
import { startSecondProcess } from '../support/second-process.ts'
import { closing } from '../support/test-file.ts'
import { startServerProcess } from '../support/test-server.ts'
import { expectExact } from './exactness.ts'
import { addCategory, addTool } from './rows.ts'

/** What the owner writes in a further language of the site (docs/decisions/142). The first language is English. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const shared = { LANGUAGES: 'en,de,ar', PUBLIC_URL: 'https://tools.example.org', RATE_LIMITS: 'off' }
const server = closing(await startServerProcess(shared))
const second = closing(await startSecondProcess(server, shared))
const oracle = closing(await startSecondProcess(server, { ...shared, CACHE_MB: '0' }))
const admin = await administrator(server)
await addTool(server.sql, { name: 'Spade', slug: 'spade' }, [
  await addCategory(server.sql, { name: 'Soil', slug: 'soil' }),
])

async function read(language?: string) {
  const query = language === undefined ? '' : `?language=${encodeURIComponent(language)}`
  const answer = await (await raw(server, `/rest/v1/rpc/get_site_settings${query}`)).json()
  expect(answer, language).toHaveLength(1)
  return answer[0]
}
const version = async (): Promise<number> => (await read()).version
const save = async (settings: string | object) =>
  post(
    server,
    '/rest/v1/rpc/save_site_settings',
    {
      settings: typeof settings === 'string' ? JSON.parse(settings) : settings,
      expected_version: await version(),
    },
    admin.accessToken,
  )
const saved = async (settings: string | object) => expect((await save(settings)).status).toBe(200)
const page = async (path: string) => (await fetch(server.url + path)).text()

const GERMAN = { topic: 'Garten', item: 'Gerät', items: 'Geräte', tagline: 'Für draußen' }

beforeEach(async () => {
  const answer = await admin.client.rpc('restore_site_settings', { old_version: 0 })
  expect(answer.error).toBeNull()
})

describe('the rules', () => {
  test('are those of the first language, and the language is named', async () => {
    for (const [texts, message] of [
      [{ tagline: 'x'.repeat(121) }, 'de: Tagline must be 120 characters or less'],
      [
        { about: 'a\u202eb' },
        'de: About contains control characters or hidden formatting. Please remove them.',
      ],
      [
        { decision_reasons: 'x'.repeat(101) },
        'de: There can be 20 reasons for decisions of 100 characters each',
      ],
      [{ terms_date: '1899-12-31' }, 'de: The date of the terms is not valid'],
      [{ name: 'Kelle' }, 'de: There is no translation of name'],
      [{ translations: { en: {} } }, 'de: There is no translation of translations'],
    ] as const) {
      const answer = await save({ translations: { de: texts } })
      expect(await answer.json()).toMatchObject({ code: '23514', message })
    }
    const typed = await save({ translations: { de: { tagline: 5 } } })
    expect(await typed.json()).toMatchObject({
      code: '22023',
      message: 'tagline must be a text, not a number',
    })
    expect(await version()).toBe((await read('de')).version)
    expect((await read()).translations).toBeNull()
  })

  test.each([
    ...['[]', '"de"', '5', 'true', '{"de": "x"}', '{"de": null}', '{"de": []}', '{"": {}}', '{"DE": {}}'],
    ...['{"de.tagline": {}}', '{"../de": {}}', '{"__proto__": {}}', '{"de\\u202e": {}}', '{"d\'e": {}}'],
    JSON.stringify(Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`aa-${n + 10}`, {}]))),
  ])('%s is refused', async (translations) => {
    const answer = await save(`{"translations": ${translations}}`)
    expect(await answer.json()).toMatchObject({ code: '23514', message: 'The translations are not valid' })
  })

  test('texts are trimmed, and empty ones are not kept; an empty topic is', async () => {
    await saved({
      translations: { de: { tagline: ' Für draußen ', heading: ' ', topic: '' }, ar: { about: '' } },
    })
    expect((await read()).translations).toEqual({ de: { tagline: 'Für draußen', topic: '' } })
    await saved({ translations: { de: { heading: null } } })
    expect((await read()).translations).toBeNull()
  })

  test('every text of the form can be translated, and nothing else', async () => {
    const dates = ['terms_date', 'privacy_date']
    const known = Object.keys(await read()).filter((field) => !['version', 'has_about'].includes(field))
    const taken: string[] = []
    for (const field of known) {
      const text = dates.includes(field) ? '2026-11-26' : 'Text'
      if ((await save({ translations: { de: { [field]: text } } })).ok) taken.push(field)
    }
    expect(taken.toSorted()).toEqual([...TRANSLATABLE].toSorted())
  })
})

describe('what is not translated', () => {
  const FIRST = {
    ...{ topic: 'garden', item: 'device', items: 'devices', heading: 'Dig here', tagline: 'Outdoors' },
    ...{ about: 'Us.', terms: 'Ours.', terms_date: '2026-11-01', law: 'Hesse', sign_up_text: 'Come in.' },
    ...{ name: 'Shed', decision_reasons: 'Weeds' },
  }

  test('is the language’s default for words and greetings, and the first language’s for all else', async () => {
    await saved({
      ...FIRST,
      translations: { de: { items: 'Geräte', terms: 'Unsere.', terms_date: '2026-11-20' } },
    })
    expect(await read('de')).toMatchObject({
      ...{ topic: null, item: null, items: 'Geräte', heading: null, tagline: null },
      ...{ about: 'Us.', terms: 'Unsere.', terms_date: '2026-11-20', law: 'Hesse', sign_up_text: 'Come in.' },
      ...{ name: 'Shed', decision_reasons: 'Weeds', has_about: true },
    })
    expect(await read('ar')).toMatchObject({ items: null, terms: 'Ours.', terms_date: '2026-11-01' })
    expect(await read()).toMatchObject(FIRST)
  })

  test('a language without texts, or none at all, reads like one that has none', async () => {
    await saved({ ...FIRST, translations: { de: GERMAN } })
    const none = await read('ar')
    for (const language of ['', 'fr', "de'", '{}', 'a'.repeat(300), '__proto__'])
      expect(await read(language), language).toEqual(none)
  })
})

test('a restored version brings its texts back, and history and log name each', async () => {
  await saved({ translations: { de: { ...GERMAN, about: 'x'.repeat(2000) } } })
  const old = await version()
  await saved({ translations: { de: { ...GERMAN, tagline: 'Drinnen' }, ar: { tagline: 'في الحديقة' } } })
  const { data } = await admin.client.rpc('list_site_versions', { max_results: 1 })
  const changed = ['translations.ar.tagline', 'translations.de.about', 'translations.de.tagline']
  expect(data?.[0]?.changed).toEqual(changed)
  expect(data?.[0]?.after).toMatchObject({ 'translations.de.tagline': 'Drinnen' })
  const log = await admin.client.rpc('list_audit_log', { kinds: ['site_settings'], max_results: 1 })
  expect(log.data?.[0]).toMatchObject({
    before: {
      'translations.ar.tagline': null,
      'translations.de.about': `${'x'.repeat(500)}…`,
      'translations.de.tagline': 'Für draußen',
    },
    after: { 'translations.de.about': null, 'translations.de.tagline': 'Drinnen' },
  })
  expect((await admin.client.rpc('restore_site_settings', { old_version: old })).error).toBeNull()
  expect((await read()).translations).toEqual({ de: { ...GERMAN, about: 'x'.repeat(2000) } })
  await admin.client.rpc('restore_site_settings', { old_version: 0 })
  expect((await read()).translations).toBeNull()
})

describe('a site in three languages', () => {
  beforeEach(() =>
    saved({
      ...{ name: 'Shed', topic: 'garden', item: 'device', items: 'devices', tagline: 'Outdoors' },
      translations: { de: { ...GERMAN, about: 'Wir graben.', terms: 'Wir haften nicht.' } },
    }),
  )

  test('speaks each with its own words, in pages, feeds, manifest and previews', async () => {
    const [first, german] = [await page('/'), await page('/de')]
    expect(first).toContain('Discover Garden Devices')
    expect(first).toContain('Outdoors')
    expect(german).toContain('Garten-Geräte entdecken')
    expect(german).toContain('Für draußen')
    for (const words of ['Outdoors', 'devices', 'Device', 'garden'])
      expect(german, words).not.toContain(words)
    for (const words of ['draußen', 'Gerät']) expect(first, words).not.toContain(words)
    expect(await page('/ar')).toContain('أدوات الذكاء الاصطناعي')
    const shed = await page('/de/tools/spade')
    expect(/<title>([^<]*)/.exec(shed)?.[1]).toContain('Garten-Gerät')
    expect(shed).not.toMatch(/devices|Device/)
    expect(await page('/de/feed.xml')).toContain('Geräte')
    expect(await page('/feed.xml')).toContain('Devices')
    expect(JSON.parse(await page('/de/manifest.webmanifest'))).toMatchObject({ description: 'Für draußen' })
    expect(JSON.parse(await page('/manifest.webmanifest'))).toMatchObject({ description: 'Outdoors' })
  })

  test('has its documents by language, an about page only where somebody wrote one', async () => {
    expect(await page('/de/terms')).toContain('Wir haften nicht.')
    expect(await page('/terms')).not.toContain('Wir haften nicht.')
    expect(await page('/de/about')).toContain('Wir graben.')
    for (const prefix of ['', '/ar']) {
      expect((await fetch(`${server.url}${prefix}/about`)).status).toBe(404)
      expect(await page(`${prefix}/sitemaps/pages.xml`)).not.toContain('/about')
    }
    expect(await page('/de/sitemaps/pages.xml')).toContain('/de/about')
  })

  test('its database, which speaks English, uses the English words wherever English stands', async () => {
    const person = await member(server)
    const missing = { tool_id: crypto.randomUUID(), user_id: person.id, reason: 'Digs.' }
    const refused = () => messageOf(person.client.from('tool_upvotes').insert(missing))
    expect(await refused()).toBe('Device not found')
    await saved({ item: 'Kelle', translations: { en: { item: 'trowel' } } })
    expect(await refused()).toBe('Trowel not found')
  })

  test('shows a change of one language there, exactly, on every process, and nowhere else', async () => {
    const of = (language: string) => `/rest/v1/rpc/get_site_settings?${language}select=tagline,about,terms`
    const paths = [
      '',
      '/terms',
      '/about',
      '/tools/spade',
      '/feed.xml',
      '/manifest.webmanifest',
      '/sitemaps/pages.xml',
    ]
    const everything = ['', '/de', '/ar'].flatMap((prefix) => paths.map((path) => prefix + path || '/'))
    const others = async () => [await bodyOf(of('')), await bodyOf(of('language=ar&'))]
    const before = await others()
    await expectExact(
      { here: server, there: second, oracle },
      [...everything, of(''), of('language=de&'), of('language=ar&')],
      () => saved({ translations: { de: { tagline: 'Drinnen', terms: 'Unsere.' } } }),
      ['/de', '/de/tools/spade', '/de/terms', '/de/about', '/de/manifest.webmanifest', of('language=de&')],
    )
    expect(await others()).toEqual(before)
  })
})

const bodyOf = async (path: string) => (await raw(server, path)).text()
