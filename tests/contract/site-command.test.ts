import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { openPlaudit } from '../support/command-line.ts'
import { closing, temporaryFolder, testDatabase } from '../support/test-file.ts'

/** `plaudit site` and `plaudit invite`: the settings of the site from a terminal. */

// Starting the program takes most of the time, and several seconds on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const database = await testDatabase()
const folder = await temporaryFolder()
const commands = closing(openPlaudit())

const plaudit = (args: string[], env: Record<string, string> = {}) =>
  commands.run(args, { DATABASE_URL: database.url, DATA_DIR: folder, ...env })
const set = (...args: string[]) => plaudit(['site', 'set', ...args])
const kept = async () => (await database.sql`select * from public.get_site_settings()`)[0]

async function file(name: string, content: string | Buffer): Promise<string> {
  const target = path.join(folder, name)
  await writeFile(target, content)
  return target
}

describe('set', () => {
  test('changes one setting and prints the old value, or that nothing changed', async () => {
    expect(await set('name', 'Ovation')).toEqual({
      code: 0,
      out: 'name is now Ovation (version 1, before: the default)\n',
      error: '',
    })
    expect((await set('name', 'Ovation')).out).toBe('name is unchanged\n')
    expect((await set('name', '--default')).out).toBe(
      'name is now the default (version 2, before: Ovation)\n',
    )
    expect((await kept())?.name).toBeNull()
    const [entry] = await database.sql`select source, after from public.audit_log order by id desc limit 1`
    expect(entry).toMatchObject({ source: 'command line', after: { name: null, version: 2 } })
  })

  test('takes facts from a file as `site get` prints them, and names what is wrong with them', async () => {
    const ours = JSON.parse((await plaudit(['site', 'get', 'facts'])).out)
    expect(ours[0]).toEqual({ key: 'pricing' })
    const facts = [{ key: 'author', label: 'Author', kind: 'line' }, ...ours.slice(0, 2)]
    const changed = await set('facts', '--file', await file('facts.json', JSON.stringify(facts)))
    expect(changed.out).toMatch(
      /^facts is now author, pricing, open_source \(version \d+, before: the default\)\n$/,
    )
    expect((await kept())?.facts).toEqual(facts)
    expect(JSON.parse((await plaudit(['site', 'get', 'facts'])).out)).toEqual(facts)
    expect((await set('facts', '--file', await file('none.json', '{'))).error).toContain(
      'the facts are not JSON',
    )
    const wrong = [{ key: 'author', label: 'Author', kind: 'line', unit: 'kg' }]
    expect((await set('facts', JSON.stringify(wrong))).error).toContain(
      'facts: 1 unit: This does not fit this kind of fact',
    )
    await set('facts', '--default')
    expect((await kept())?.facts).toBeNull()
  })

  test('accepts links, dates, long texts and pictures', async () => {
    await set('social-links', 'Mastodon=https://social.example/@us?a=b', 'X=https://x.com/us')
    await set('footer-links', 'none')
    await set('terms-date', '2026-11-23')
    await set('subtitle', 'Chosen by people who write.')
    expect(
      (await set('terms', '--file', await file('terms.md', `# Ours\n\n${'Long. '.repeat(100)}`))).out,
    ).toMatch(/^terms is now changed \(version \d+\)\n$/)
    const square = sharp({ create: { width: 64, height: 64, channels: 3, background: '#2255aa' } })
    const logo = await set('logo', '--file', await file('logo.png', await square.png().toBuffer()))
    expect(logo.out).toMatch(/^logo is now \/storage\/v1\/object\/public\/tool-logos\/site-\d+\.png /)
    expect(await kept()).toMatchObject({
      social_links: [
        { label: 'Mastodon', url: 'https://social.example/@us?a=b' },
        { label: 'X', url: 'https://x.com/us' },
      ],
      footer_links: [],
      subtitle: 'Chosen by people who write.',
    })
  })

  test('accepts the words of the site, and no topic', async () => {
    expect((await set('topic', 'none')).out).toMatch(
      /^topic is now none \(version \d+, before: the default\)\n$/,
    )
    await set('items', 'board games')
    expect(await kept()).toMatchObject({ topic: '', items: 'board games' })
    const { out } = await plaudit(['site', 'get'])
    expect(out).toContain('topic             none\n')
    expect(out).toContain('item              tool  (default)\n')
    expect(out).toContain('heading           Discover Board Games  (default)\n')
    expect((await set('topic', '--default')).out).toContain('topic is now the default')
    await set('items', '--default')
  })

  test('takes a text in a further language of the site, and says where one comes from', async () => {
    const site = { LANGUAGES: 'en,de' }
    const german = (...args: string[]) => plaudit(['site', 'set', '--language', 'de', ...args], site)
    await set('law', 'Hesse')
    expect((await german('tagline', 'Für draußen')).out).toMatch(
      /^tagline is now Für draußen \(version \d+, before: the default\)\n$/,
    )
    await german('topic', 'none')
    expect((await german('tagline', 'Drinnen')).out).toContain('before: Für draußen')
    expect((await german('tagline', 'Drinnen')).out).toBe('tagline is unchanged\n')
    expect(await kept()).toMatchObject({
      ...{ topic: null, tagline: null },
      translations: { de: { topic: '', tagline: 'Drinnen' } },
    })
    const { out } = await plaudit(['site', 'get', '--language', 'de'], site)
    expect(out).toContain('topic             none\n')
    expect(out).toContain('item              Tool  (default)\n')
    expect(out).toContain('heading           Tools entdecken  (default)\n')
    expect(out).toContain('tagline           Drinnen\n')
    expect(out).toContain('law               Hesse  (as in en)\n')
    expect((await plaudit(['site', 'get', 'privacy', '--language', 'de'], site)).out).toContain('Datenschutz')
    expect((await german('topic', '--default')).out).toContain('topic is now the default')
    await german('tagline', '--default')
    expect(await kept()).toMatchObject({ translations: null })
    // The first language is what the settings are without one.
    await plaudit(['site', 'set', '--language', 'en', 'tagline', 'Outdoors'], site)
    expect(await kept()).toMatchObject({ tagline: 'Outdoors', translations: null })
    await set('tagline', '--default')
    await set('law', '--default')
    expect(await german('name', 'Kelle')).toMatchObject({
      code: 2,
      error: 'plaudit: name is the same in every language\n',
    })
    expect((await german('tagline', 'x'.repeat(121))).error).toContain(
      'tagline: Tagline must be 120 characters',
    )
    expect((await plaudit(['site', 'set', '--language', 'fr', 'tagline', 'x'], site)).error).toBe(
      'plaudit: fr is no language of this site: LANGUAGES names en, de\n',
    )
  })

  test('a light accent sets the nearest dark one, and an unreadable one is refused with the nearest', async () => {
    const { out } = await set('accent-light', '#1d4ed8')
    expect(out).toMatch(/accent-dark is now #[0-9a-f]{6}, the nearest/)
    const blue = (await kept())?.accent_dark
    // It follows until a dark one is chosen.
    await set('accent-light', '#0f766e')
    const green = (await kept())?.accent_dark
    expect(green).not.toBe(blue)
    await set('accent-dark', '#ffffff')
    await set('accent-light', '#1d4ed8')
    expect(await kept()).toMatchObject({ accent_light: '#1d4ed8', accent_dark: '#ffffff' })
    await set('accent-dark', blue ?? '')
    await set('accent-light', '--default')
    expect(await kept()).toMatchObject({ accent_light: null, accent_dark: null })
    const refused = await set('accent-light', '#ffee00')
    expect(refused.code).toBe(2)
    expect(refused.error).toMatch(
      /accent-light: #ffee00 has a contrast of 1\.\d+:1 .*; the nearest that has it is #/,
    )
  })

  test.each([
    [['nmae', 'x'], 'there is no setting nmae: there are name, tagline, '],
    [['name', 'x'.repeat(41)], 'name: Name must be 40 characters or less'],
    [['items', 'x'.repeat(41)], 'items: Items must be 40 characters or less'],
    [['accent-light', 'red'], 'accent-light: A colour is written as #1a2b3c'],
    [['social-links', 'https://x.com'], 'https://x.com is no link: write NAME=ADDRESS'],
    [['social-links', 'X=javascript:alert(1)'], 'social-links: Must be an address that starts with http'],
    [['sign-up', 'maybe'], 'sign-up: Must be open, invited or closed'],
    [['logo', 'logo.png'], 'logo is a picture: give it with --file'],
    [['terms', '--file', '/nowhere/terms.md'], '/nowhere/terms.md cannot be read: ENOENT'],
    [['name'], 'give either a value, or --file, or --default'],
    [['name', 'x', '--default'], 'give either a value, or --file, or --default'],
  ])('%j is refused, and nothing is lost', async (args, message) => {
    const before = await kept()
    const { code, out, error } = await set(...args)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(error).toContain(`plaudit: ${message}`)
    expect(await kept()).toEqual(before)
  })

  test('a file that is no picture is refused', async () => {
    const { code, error } = await set('icon', '--file', await file('icon.png', 'no picture'))
    expect([code, error]).toEqual([2, 'plaudit: icon.png is no PNG, JPEG, WebP, GIF or SVG\n'])
  })

  test('a text that is not UTF-8 is refused, and a byte order mark left out', async () => {
    const latin = await file('latin.md', '')
    await writeFile(latin, Buffer.from('Gr\u00fc\u00dfe', 'latin1'))
    const refused = await set('about', '--file', latin)
    expect([refused.code, refused.error]).toEqual([2, `plaudit: ${latin} is not UTF-8 text\n`])
    const marked = await set('facts', '--file', await file('facts.json', '\ufeff[]'))
    expect([marked.code, marked.error]).toEqual([0, ''])
  })

  test('an overriding variable is named', async () => {
    const { out, error } = await plaudit(['site', 'set', 'name', 'Chosen'], { PRODUCT_NAME: 'Fixed' })
    expect(out).toContain('name is now Chosen')
    expect(error).toBe('plaudit: PRODUCT_NAME is set to "Fixed" and overrides the setting\n')
  })
})

test('get prints the effective value of one setting, or of all', async () => {
  await set('name', 'Chosen')
  await set('about', '--file', await file('about.md', 'x'.repeat(300)))
  expect(await plaudit(['site', 'get', 'name'])).toEqual({ code: 0, out: 'Chosen\n', error: '' })
  expect((await plaudit(['site', 'get', 'about'])).out).toBe(`${'x'.repeat(300)}\n`)
  const { out } = await plaudit(['site', 'get'], { PRODUCT_NAME: 'Fixed', SOCIAL_X: 'off' })
  expect(out).toContain('name              Fixed\n')
  expect(out).toContain('                  PRODUCT_NAME is set to "Fixed" and overrides the setting\n')
  expect(out).toContain('                  SOCIAL_X is set to "off" and overrides the setting\n')
  expect(out).toContain('heading           Discover AI Tools  (default)\n')
  expect(out).toContain('about             300 characters, see: site get about\n')
})

test('invite says that a Supabase project mails no invitations, and which link to send', async () => {
  const hosted = {
    SUPABASE_URL: 'https://x.supabase.example',
    SUPABASE_PUBLISHABLE_KEY: 'key',
    PUBLIC_URL: 'https://tools.example',
  }
  expect((await plaudit(['invite', 'hosted@example.org'], hosted)).out).toBe(
    'hosted@example.org is invited\nA Supabase project mails no invitations: send people https://tools.example/register\n',
  )
  expect((await plaudit(['invite', '--revoke', 'hosted@example.org'], hosted)).out).toBe(
    'hosted@example.org is invited no more\n',
  )
})

test('invite, list and revoke', async () => {
  expect((await plaudit(['invite', 'Anna@example.org', '@example.com'])).out).toBe(
    'Anna@example.org is invited\n@example.com is invited\n',
  )
  expect((await plaudit(['invite', 'anna@example.org'])).out).toBe('anna@example.org was invited already\n')
  expect((await plaudit(['invite', '--list'])).out).toMatch(
    /^@example\.com {2}since \d{4}-\d\d-\d\d, a domain\nanna@example\.org {2}since \S+, not mailed yet\n$/m,
  )
  expect((await plaudit(['invite', '--revoke', 'anna@example.org'])).out).toBe(
    'anna@example.org is invited no more\n',
  )
  expect(await plaudit(['invite', 'anna'])).toEqual({
    code: 2,
    out: '',
    error: 'plaudit: anna: invite an email address, or a domain as @example.org\n',
  })
  expect(await plaudit(['invite', '--list', 'anna@example.org'])).toMatchObject({ code: 2, out: '' })
})
