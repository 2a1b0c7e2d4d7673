import { beforeEach, describe, expect, test } from 'vitest'
import { BUILT_IN, RESERVED_KEYS } from '#shared/own-facts.ts'
import type { SiteSettings } from '#shared/site.ts'
import { siteSettingsSchema } from '#shared/site-rules.ts'
import { administrator, type Client, visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { countWaiting } from './waiting.ts'

/** The settings of the site in the database: who may write them, their rules, and their versions. */

const server = await testServer()
const admin = await administrator(server)

async function version(): Promise<number> {
  const { data } = await visitor(server).rpc('get_site_settings')
  return data?.[0]?.version ?? -1
}
const current = async () => (await visitor(server).rpc('get_site_settings')).data?.[0]
const save = async (settings: { [name: string]: unknown }, by: Client = admin.client, known?: number) =>
  by.rpc('save_site_settings', {
    settings: JSON.parse(JSON.stringify(settings)),
    expected_version: known ?? (await version()),
  })

/** What the database says of each: 'taken', or the code of its refusal. Nothing is kept. */
const trySaving = (all: readonly object[]): Promise<string[]> =>
  server.sql.begin(async (sql) => {
    await sql`
      create function pg_temp.try_saving(settings jsonb) returns text language plpgsql as $$
      begin
        perform private.write_site_settings(settings, null, null);
        raise exception using errcode = 'XX999';
      exception
        when sqlstate 'XX999' then return 'taken';
        when others then return sqlstate;
      end $$`
    const rows = await sql<{ said: string }[]>`
      select pg_temp.try_saving(entry) as said
      from jsonb_array_elements(${JSON.stringify(all)}::text::jsonb) with ordinality given (entry, place) order by place`
    await sql`drop function pg_temp.try_saving`
    return rows.map(({ said }) => said)
  })

describe('saving', () => {
  test('writes a version, and keeps settings that are not named', async () => {
    const before = await version()
    expect((await save({ name: ' Ovation ', accent_light: '#AB1234' })).data).toBe(before + 1)
    expect((await save({ heading: 'Find tools', terms: 'One\r\n\r\nTwo' })).data).toBe(before + 2)
    expect(await current()).toMatchObject({
      version: before + 2,
      name: 'Ovation',
      heading: 'Find tools',
      accent_light: '#ab1234',
      terms: 'One\n\nTwo',
      has_about: false,
    })
    await save({ name: null, heading: '  ', accent_light: '', terms: null })
    expect(await current()).toMatchObject({ name: null, heading: null, accent_light: null, terms: null })
  })

  test('tells an empty topic from the default', async () => {
    await save({ topic: ' ', item: '', items: '' })
    expect(await current()).toMatchObject({ topic: '', item: null, items: null })
    await save({ topic: null })
    expect(await current()).toMatchObject({ topic: null })
  })

  test('writes no version if nothing changes', async () => {
    await save({ name: 'Same' })
    const before = await version()
    expect((await save({ name: ' Same ' })).data).toBe(before)
    expect(await version()).toBe(before)
  })

  test('is refused when there is a newer version', async () => {
    const known = await version()
    await save({ tagline: 'One' })
    const { error, status } = await save({ tagline: 'Two' }, admin.client, known)
    expect([status, error?.message]).toEqual([409, 'The settings were changed by someone else'])
    expect((await current())?.tagline).toBe('One')
  })

  test('refuses one of two administrators who save the same version at once, with the reason', async () => {
    const known = await version()
    const other = await administrator(server)
    const { both } = await server.sql.begin(async (holder) => {
      // Both have been asked before either is written.
      await holder`lock table public.site_settings in exclusive mode`
      const both = Promise.all([
        save({ tagline: 'Left' }, admin.client, known),
        save({ tagline: 'Right' }, other.client, known),
      ])
      await expect.poll(() => countWaiting(server.sql)).toBe(2)
      return { both }
    })
    const [first, second] = (await both).toSorted((one, two) => one.status - two.status)
    expect(first).toMatchObject({ status: 200, data: known + 1 })
    expect(second).toMatchObject({
      status: 409,
      error: { code: 'PT409', message: 'The settings were changed by someone else' },
    })
    expect(await version()).toBe(known + 1)
  })

  test('names an unknown setting', async () => {
    expect((await save({ nmae: 'x' })).error?.message).toBe('There is no setting nmae')
    expect((await save({ version: 1 })).error?.message).toBe('There is no setting version')
    for (const settings of [[], 'text', null])
      expect((await admin.client.rpc('save_site_settings', { settings, expected_version: 0 })).status).toBe(
        400,
      )
  })
})

test('not even the owner of the database can change an old version', async () => {
  await save({ name: 'Kept' })
  for (const statement of [
    'update public.site_settings set settings = null',
    'delete from public.site_settings',
    'truncate public.site_settings',
  ])
    await expect(server.sql.unsafe(statement)).rejects.toThrow('append-only')
})

describe('history', () => {
  beforeEach(async () => {
    await save({ name: null, tagline: null, about: null, heading: null })
  })

  test('names who changed what, newest first, page by page', async () => {
    await save({ name: 'First', tagline: 'One' })
    await save({ about: 'Us' })
    const { data } = await admin.client.rpc('list_site_versions', { max_results: 2 })
    expect(data).toMatchObject([
      { changed: ['about'], created_by: admin.id, author: `@${admin.username}` },
      { changed: ['name', 'tagline'] },
    ])
    // What each changed alone: a version of all texts may have megabytes.
    expect(data?.map(({ before, after }) => [before, after])).toEqual([
      [{ about: null }, { about: 'Us' }],
      [
        { name: null, tagline: null },
        { name: 'First', tagline: 'One' },
      ],
    ])
    const next = await admin.client.rpc('list_site_versions', {
      before_version: data?.at(-1)?.version ?? null,
      max_results: 1,
    })
    expect(next.data?.[0]?.version).toBe((data?.at(-1)?.version ?? 0) - 1)
  })

  test('an old version, or all defaults, is restored as a new version', async () => {
    await save({ name: 'Old', heading: 'Old heading' })
    const old = await version()
    await save({ name: 'New', social_links: [] })
    expect((await admin.client.rpc('restore_site_settings', { old_version: old })).data).toBe(old + 2)
    expect(await current()).toMatchObject({ name: 'Old', heading: 'Old heading', social_links: null })
    await admin.client.rpc('restore_site_settings', { old_version: 0 })
    expect(await current()).toMatchObject({ name: null, heading: null, sign_up: 'open' })
    expect((await admin.client.rpc('restore_site_settings', { old_version: 9999 })).status).toBe(404)
  })

  test('is in the audit log with what changed, long texts by their beginning', async () => {
    await save({ name: 'Logged', about: 'x'.repeat(2000) })
    const { data } = await admin.client.rpc('list_audit_log', { kinds: ['site_settings'], max_results: 1 })
    expect(data?.[0]).toMatchObject({
      actor_id: admin.id,
      source: 'api',
      table_name: 'site_settings',
      before: { name: null, about: null },
      after: { name: 'Logged', about: `${'x'.repeat(500)}…`, version: await version() },
    })
    expect(Object.keys(data?.[0]?.before ?? {}).sort()).toEqual(['about', 'name'])
  })
})

test.each([
  [{ name: 'x'.repeat(41) }, 'Name must be 40 characters or less'],
  [{ topic: 'x'.repeat(41) }, 'Topic must be 40 characters or less'],
  [{ items: 'a\u202eb' }, 'Items contains control characters or hidden formatting. Please remove them.'],
  [{ about: 'a\u202eb' }, 'About contains control characters or hidden formatting. Please remove them.'],
  [{ accent_dark: 'blue' }, 'An accent must be a colour as #1d4ed8'],
  [{ footer_links: [{ label: 'Link', url: 'about' }] }, 'The footer links are not valid'],
  [{ contact: 'us' }, 'The contact must be an email address or an address that begins with https://'],
  [{ sign_up: 'sometimes' }, 'Sign-up must be open, invited or closed'],
  [{ moderation_log: 'hidden' }, 'The moderation log must be public or off'],
  [{ submissions: 'all' }, 'Suggestions must be taken from nobody, members or members of a week'],
  [{ claims: 'all' }, 'Claims must be for nobody, through the queue or at once'],
  [{ link_checks: 'daily' }, 'Checks of links must be off or weekly'],
  [{ numbers: 'members' }, 'Numbers must be off or for owner, makers or everyone'],
  [{ decision_reasons: 'x'.repeat(101) }, 'There can be 20 reasons for decisions of 100 characters each'],
  [{ vote_weights: 'some' }, 'The weights must be off, normal or strict'],
  [{ facts: [{ key: 'pricing' }, { key: 'players', label: 'Players' }] }, 'Fact 2 is not valid'],
  [{ facts: [{ key: 'pricing' }, { key: 'pricing' }] }, 'A fact is listed twice'],
  [{ reports_to_hide: 11 }, 'A recommendation can be hidden by 1 to 10 reports'],
])('a refusal names the field: %j', async (settings, message) => {
  expect((await save(settings)).error).toMatchObject({ code: '23514', message })
})

const text = { key: 'author', label: 'Author', kind: 'line' }
const options = [
  { value: 'two', label: 'Two' },
  { value: '3-4', label: 'Three or four' },
]
const players = { key: 'players', label: 'Players', kind: 'choice', options }
const weight = { key: 'weight', label: 'Weight', kind: 'number', unit: 'kg' }
const numbered = (count: number) => Array.from({ length: count }, (_, n) => ({ ...text, key: `a${n}` }))
const optionsOf = (count: number) => Array.from({ length: count }, (_, n) => ({ value: `o${n}`, label: 'O' }))
const FACT_CASES: unknown[] = [
  ...[[], {}, 'text', [null], ['pricing'], [text, text], numbered(40), numbered(41)],
  ...[
    { key: 'pricing' },
    ...[...BUILT_IN.keys()].flatMap((key) => [
      { key, label: 'Ours' },
      ...['filters', 'compares', 'on_card'].map((flag) => ({ key, [flag]: false })),
    ]),
    ...['Players', '1st', 'a-b', 'a'.repeat(40), 'a'.repeat(41), '', 'é', 7, null].map((key) => ({
      ...text,
      key,
    })),
    ...RESERVED_KEYS.map((key) => ({ ...text, key })),
    ...['', 'x'.repeat(60), 'x'.repeat(61), '😀'.repeat(60), 'a\u202eb', 'a\nb', 7, null].flatMap((label) => [
      { ...text, label },
      { ...players, options: [{ value: 'two', label }] },
    ]),
    ...['choice', 'choices', 'answer', 'number', 'address', 'line', 'markdown', 'flag', ''].flatMap(
      (kind) => [
        { ...text, kind },
        { ...players, kind },
        { ...weight, kind },
        { ...text, kind, filters: true },
        { ...text, kind, compares: true, on_card: true },
        { ...players, kind, filters: true, compares: false, on_card: true },
      ],
    ),
    ...[[], optionsOf(50), optionsOf(51), [options[0], options[0]], [{ value: 'two' }], 'two', null].map(
      (given) => ({ ...players, options: given }),
    ),
    ...['', 'Two', 'a b', 'unknown', 'x'.repeat(60), 'x'.repeat(61), 7].map((value) => ({
      ...players,
      options: [{ value, label: 'Two' }],
    })),
    { ...players, options: [{ value: 'two', label: 'Two', more: 1 }] },
    ...['x'.repeat(20), 'x'.repeat(21), '', 'a\u202eb'].map((unit) => ({ ...weight, unit })),
    ...['numberOfPlayers', 'Name', '@id', 'a', 'aB'.repeat(25), 'aB'.repeat(26)].map((schema_org) => ({
      ...text,
      schema_org,
    })),
    ...['yes', 1, null].map((flag) => ({ ...players, filters: flag })),
    { key: 'license', kind: 'line', label: 'License' },
    { key: 'pricing', options },
    { key: 'license', unit: 'kg' },
    { key: 'license', schema_org: 'license' },
    { label: 'No key', kind: 'line' },
    { key: 'no_label', kind: 'line' },
    { key: 'no_kind', label: 'No kind' },
    { ...text, more: 1 },
  ].map((fact) => [fact]),
]

/** The database refuses exactly what form and command line refuse. */
describe('the rule and the constraint agree', () => {
  const link = (url: unknown, label: unknown = 'Link') => [{ label, url }]
  const twelve = Array.from({ length: 12 }, () => ({ label: 'L', url: 'https://e.example' }))
  const CASES: { [field in keyof SiteSettings]: unknown[] } = {
    name: ['x', 'x'.repeat(40), 'x'.repeat(41), '😀'.repeat(40), '😀'.repeat(41), 'a\u202eb', 'a\nb'],
    tagline: ['x'.repeat(120), 'x'.repeat(121), 'a\u0007'],
    heading: ['x'.repeat(80), 'x'.repeat(81)],
    subtitle: ['x'.repeat(200), 'x'.repeat(201)],
    topic: ['', 'solo', 'x'.repeat(40), 'x'.repeat(41), 'a\u202eb', 'a\nb'],
    item: ['board game', 'x'.repeat(41), 'a\u0007'],
    items: ['board games', 'x'.repeat(41), 'a\nb'],
    law: ['Hesse, Germany', 'x'.repeat(120), 'x'.repeat(121), 'a\u202eb'],
    logo_path: [
      '/storage/v1/object/public/tool-logos/a.png',
      '/storage/v1/object/public/tool-logos/../a',
      '/storage/v1/object/public/other/a.png',
      'https://e.example/a.png',
      '/storage/v1/object/public/tool-logos/a.png\n',
    ],
    icon_path: ['/storage/v1/object/public/tool-logos/A_b-1.svg', 'javascript:alert(1)'],
    accent_light: ['#123abc', '#123ABC', '#123', 'red', '#12345g', '#123abc;'],
    accent_dark: ['#ffffff', '#fffffff'],
    social_links: [
      ...[[], twelve, [...twelve, twelve[0]], link('https://e.example/@us'), link('/about'), link('ftp://e')],
      ...[link('javascript:alert(1)'), link('https://a@b.example'), link('https://e.example', '')],
      ...[link('https://e.example', 'x'.repeat(40)), link('https://e.example', 'x'.repeat(41))],
      ...[link('https://e.example', 'a\u202e'), link('https://e.example/\u202e'), link(1), link(null)],
      ...[
        [{ label: 'L', url: 'https://e.example', more: 1 }],
        ['https://e.example'],
        { a: 1 },
        'text',
        [null],
      ],
    ],
    contact: [
      ...['us@e.example', 'https://e.example/contact', 'http://e.example', 'us', 'us@e', 'a b@e.example'],
      ...[
        'us@e.example,other@e.example',
        'javascript:a@b.c',
        `${'x'.repeat(250)}@e.example`,
        'a\u200b@e.example',
      ],
    ],
    terms: ['# Terms\n\nText', 'x'.repeat(50_000), 'x'.repeat(50_001), 'a\u202eb'],
    terms_date: ['2026-02-28', '2024-02-29', '2026-02-30', '1899-12-31', 'soon'],
    privacy: ['Text\twith tab', 'a\u0000'.slice(0, 1), 'x'.repeat(50_001)],
    privacy_date: ['1900-01-01', '2999-12-31', '3000-01-01'],
    about: ['Us', 'a\ufeffb'],
    footer_links: [
      ...[[], link('/about'), link('/'), link('//e.example'), link('/a b'), link('https://e.example')],
      ...[link('about'), link('/"><script>'), link('/\\e.example'), link('#about')],
    ],
    sign_up: ['open', 'invited', 'closed', 'sometimes', ''],
    moderation_log: ['public', 'off', 'hidden', ''],
    submissions: ['nobody', 'members', 'week', 'everybody', ''],
    claims: ['nobody', 'queue', 'at_once', 'everybody', ''],
    link_checks: ['off', 'weekly', 'daily', ''],
    numbers: ['off', 'owner', 'makers', 'everyone', 'members', ''],
    sign_up_text: ['Come in\nnow', 'x'.repeat(500), 'x'.repeat(501)],
    decision_reasons: [
      ...[
        'Advertising\n\nOff topic',
        'x'.repeat(100),
        'x'.repeat(101),
        `${'x'.repeat(100)}  \r\ny`,
        'a\u202eb',
      ],
      ...[
        'y\n'.repeat(20),
        `${'y\n'.repeat(20)}y`,
        '😀'.repeat(100),
        Array(20).fill('x'.repeat(100)).join('\n'),
      ],
    ],
    vote_weights: ['off', 'normal', 'strict', 'some', ''],
    reports_to_hide: [1, 10, 0, 11, 1.5, -1, 'many', ''],
    facts: FACT_CASES,
    translations: [
      ...[[], {}, 'de', 5, { de: {} }, { de: 'x' }, { de: null }, { DE: {} }, { 'de-at': {} }, { 'de-': {} }],
      ...[
        { 'd.e': {} },
        { de: { name: 'x' } },
        { de: { tagline: null } },
        { de: { terms_date: '2026-02-30' } },
      ],
      ...[{ de: { tagline: 'x'.repeat(120) } }, { de: { tagline: 'x'.repeat(121) } }, { de: { topic: '' } }],
      ...[{ de: { about: 'a\u202eb' } }, { de: { decision_reasons: 'x'.repeat(101) } }, { de: { item: 5 } }],
      ...[20, 21].map((count) =>
        Object.fromEntries(Array.from({ length: count }, (_, n) => [`aa-${n + 10}`, {}])),
      ),
    ],
  }

  test.each(Object.entries(CASES))('%s', async (field, values) => {
    const [, rule] = Object.entries(siteSettingsSchema.shape).find(([name]) => name === field) ?? []
    const answers = await trySaving(values.map((value) => ({ [field]: value })))
    for (const [place, value] of values.entries()) {
      const taken = rule?.safeParse(value).success
      const what = `${field} ${JSON.stringify(value).slice(0, 100)}`
      expect([what, answers[place]]).toEqual([what, taken ? 'taken' : expect.stringMatching(/^2[23]/)])
    }
  })
})
