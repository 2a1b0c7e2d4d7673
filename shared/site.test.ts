import { describe, expect, test } from 'vitest'
import { NO_SETTINGS, readSettings, resolveSite, SITE_DEFAULTS } from './site.ts'
import { siteSettingsSchema } from './site-rules.ts'

describe('what a page shows', () => {
  test('is the specification’s by default', () => {
    const site = resolveSite(NO_SETTINGS, {})
    expect(site).toMatchObject({ name: 'Plaudit', heading: 'Discover AI Tools', signUp: 'open', logo: null })
    expect(site.socialLinks).toEqual(SITE_DEFAULTS.social_links)
  })

  test('is overridden by the environment', () => {
    const settings = {
      ...NO_SETTINGS,
      name: 'Chosen',
      social_links: [
        { label: 'Mastodon', url: 'https://m.example/@us' },
        { label: 'x', url: 'https://x.com/us' },
        { label: 'YouTube', url: 'https://youtube.example/us' },
      ],
    }
    expect(resolveSite(settings, {}).name).toBe('Chosen')
    const site = resolveSite(settings, {
      PRODUCT_NAME: 'Fixed',
      SOCIAL_X: 'https://x.com/fixed',
      SOCIAL_YOUTUBE: '',
      SOCIAL_LINKEDIN: 'https://linkedin.example/fixed',
    })
    expect(site.name).toBe('Fixed')
    expect(site.socialLinks).toEqual([
      { label: 'Mastodon', url: 'https://m.example/@us' },
      { label: 'X', url: 'https://x.com/fixed' },
      { label: 'LinkedIn', url: 'https://linkedin.example/fixed' },
    ])
  })

  test('is made from the words, with or without a topic', () => {
    const texts = (words: object) => {
      const { heading, tagline, subtitle } = resolveSite({ ...NO_SETTINGS, ...words }, {})
      return [heading, tagline, subtitle]
    }
    expect(texts({ topic: '', item: 'textbook', items: 'textbooks' })).toEqual([
      'Discover Textbooks',
      'Discover the best textbooks for your workflow',
      'Browse our curated collection of the latest textbooks to enhance your workflow.',
    ])
    expect(texts({ topic: 'solo', items: 'board games' })[0]).toBe('Discover Solo Board Games')
  })

  test('has no social links if the settings have none', () => {
    expect(resolveSite({ ...NO_SETTINGS, social_links: [] }, {}).socialLinks).toEqual([])
  })
})

test('an invalid row is refused', () => {
  expect(readSettings(NO_SETTINGS)).toEqual(NO_SETTINGS)
  expect(() => readSettings({ ...NO_SETTINGS, sign_up: 'sometimes' })).toThrow()
})

describe('what may be saved', () => {
  const field = (name: keyof typeof siteSettingsSchema.shape, value: unknown) =>
    siteSettingsSchema.shape[name].safeParse(value)

  test.each([
    ['name', ' Ovation ', 'Ovation'],
    ['name', null, null],
    ['topic', '', ''],
    ['items', ' board games ', 'board games'],
    ['accent_light', '#AB12cd', '#ab12cd'],
    ['contact', 'us@example.org', 'us@example.org'],
    ['contact', 'https://example.org/contact', 'https://example.org/contact'],
    ['terms_date', '2026-02-28', '2026-02-28'],
    ['footer_links', [{ label: 'Imprint', url: '/about#us' }], [{ label: 'Imprint', url: '/about#us' }]],
    ['terms', 'One\n\n*Two*', 'One\n\n*Two*'],
  ] as const)('%s: %j', (name, value, kept) => {
    expect(field(name, value)).toMatchObject({ success: true, data: kept })
  })

  test.each([
    ['name', 'x'.repeat(41), 'Name must be 40 characters or less'],
    ['name', 'a\u202eb', 'Name contains control characters or hidden formatting. Please remove them.'],
    ['topic', 'x'.repeat(41), 'Topic must be 40 characters or less'],
    ['item', 'text\u202ebook', 'Item contains control characters or hidden formatting. Please remove them.'],
    ['items', 'two\nlines', 'Items contains control characters or hidden formatting. Please remove them.'],
    ['law', 'x'.repeat(121), 'Governing law must be 120 characters or less'],
    ['accent_dark', 'red', 'A colour is written as #1a2b3c'],
    ['contact', 'http://example.org', 'Must be an email address or an address that starts with https://'],
    ['terms_date', '2026-02-30', 'A date is written as 2026-01-31'],
    ['logo_path', 'https://elsewhere.example/l.png', 'Must be a picture of this site'],
    ['sign_up', 'sometimes', 'Must be open, invited or closed'],
    [
      'social_links',
      [{ label: 'X', url: 'javascript:alert(1)' }],
      'Must be an address that starts with http:// or https://',
    ],
    [
      'footer_links',
      [{ label: 'X', url: '//elsewhere.example' }],
      'Must be an address that starts with http:// or https://, or a path that starts with /',
    ],
    ['footer_links', [{ label: ' ', url: '/' }], 'A link needs a name'],
    [
      'social_links',
      Array.from({ length: 13 }, () => ({ label: 'X', url: 'https://x.com' })),
      'There can be 12 links at most',
    ],
  ] as const)('%s: %j is refused', (name, value, message) => {
    expect(field(name, value).error?.issues[0]?.message).toBe(message)
  })
})
