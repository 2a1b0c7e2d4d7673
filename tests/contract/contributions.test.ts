import { describe, expect, test } from 'vitest'
import { administrator, type Client, member, type Person, visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { proposal, queueOf, sendIn } from './contributions.ts'
import { addCategory, addTool, daysAgo } from './rows.ts'

/** What members send in, by plain calls: the rules, who sees it, how much. Deciding: contributions-decided.test.ts. */

const server = await testServer({ RATE_LIMITS: 'off' })
const admin = await administrator(server)
const [ann, bob] = [await member(server), await member(server)]

const send = (client: Client, sent: object) =>
  client.rpc('save_contribution', { kind: 'submission', proposed: proposal(), ...sent })
const stored = async (id: string) =>
  (await server.sql`select * from private.contributions where id = ${id}`)[0]
const seenAt = async ({ id }: { id: string }) =>
  (await ann.client.from('tools').select('updated_at').eq('id', id).single()).data?.updated_at ?? ''
const mine = async ({ client }: Person) => (await client.rpc('list_my_contributions')).data ?? []

describe('an address', () => {
  test.each([
    ['https://www.tool.example/', 'http://tool.example'],
    ['https://tool.example/a/', 'HTTPS://Tool.Example:443/a#part'],
    ['https://tool.example/a?x=1&utm_source=mail', 'https://tool.example/a?ref=you&x=1'],
    ['https://tool.example/index.html', 'https://tool.example?gclid=1&fbclid=2'],
    ['https://tool.example./b', 'https://tool.example/b'],
  ])('%s leads to the same as %s', async (one, other) => {
    const [row] = await server.sql`select private.address_key(${one}) = private.address_key(${other}) as same`
    expect(row?.same).toBe(true)
  })

  test.each([
    ['https://tool.example/A', 'https://tool.example/a'],
    ['https://tool.example/?id=1', 'https://tool.example/?id=2'],
    ['https://a.tool.example', 'https://tool.example'],
    ['https://tool.example:8443', 'https://tool.example'],
    ['https://tool.example/xref=1', 'https://tool.example/x'],
  ])('%s leads elsewhere than %s', async (one, other) => {
    const [row] = await server.sql`select private.address_key(${one}) = private.address_key(${other}) as same`
    expect(row?.same).toBe(false)
  })

  test('that a tool has finds it, for members', async () => {
    const tool = await addTool(server.sql, { website_url: 'https://www.found.example/app/' })
    const ask = { address: ' http://found.example/app?utm_medium=x ' }
    expect((await ann.client.rpc('find_tools_at', ask)).data).toMatchObject([
      { id: tool.id, slug: tool.slug },
    ])
    for (const address of ['', 'x'.repeat(2000), '%', "'", 'https://'])
      expect(await ann.client.rpc('find_tools_at', { address })).toMatchObject({ error: null, data: [] })
    expect(
      await send(ann.client, { proposed: proposal({ website_url: 'found.example/app' }) }),
    ).toMatchObject({
      status: 400,
    })
    const again = proposal({ website_url: 'https://FOUND.example/app#top' })
    expect(await send(ann.client, { proposed: again })).toMatchObject({
      status: 409,
      error: { details: 'known', message: 'This address is listed already' },
    })
  })

  test('is looked up by its index', async () => {
    await server.sql`set enable_seqscan = off`
    const plan = await server.sql`
      explain select from public.tools t where private.address_key(t.website_url) = private.address_key('https://x.example')`
    expect(JSON.stringify(plan)).toContain('tools_address')
    await server.sql`set enable_seqscan = on`
  })
})

describe('a submission', () => {
  test('is kept as a tool would be, and is no tool yet', async () => {
    const [first, second] = [await addCategory(server.sql), await addCategory(server.sql)]
    const proposed = proposal({
      ...{ name: '  Trimmed ', license: ' ', platforms: ['api', 'web', 'web'], open_source: true },
      category_ids: [second.id, first.id, second.id],
    })
    const id = await sendIn(ann, { proposed, note: ' I use it. ' })
    expect(await stored(id)).toMatchObject({
      ...{ kind: 'submission', state: 'waiting', subject: 'Trimmed', note: 'I use it.', member_id: ann.id },
      proposed: {
        ...{ name: 'Trimmed', platforms: ['web', 'api'], open_source: true },
        category_ids: [second.id, first.id],
      },
    })
    expect(await server.sql`select from public.tools where name = 'Trimmed'`).toHaveLength(0)
    expect((await mine(ann))[0]).toMatchObject({
      ...{ id, state: 'waiting', subject: 'Trimmed', tool_id: null, reason: null },
      category_names: { [first.id]: first.name, [second.id]: second.name },
    })
  })

  test.each<[string, unknown, string]>([
    ['name', ' ', '23514'],
    ['name', null, '23514'],
    ['name', 'x'.repeat(201), '23514'],
    ['name', 'a\u202eb', '23514'],
    ['short_description', 'x'.repeat(501), '23514'],
    ['short_description', 'a\u200bb', '23514'],
    ['website_url', 'javascript:alert(1)', '23514'],
    ['website_url', 'https://user:word@site.example', '23514'],
    ['website_url', '//site.example', '23514'],
    ['repository_url', 'ftp://site.example', '23514'],
    ['license', 'x'.repeat(101), '23514'],
    ['pricing', 'cheap', '23514'],
    ['platforms', ['amiga'], '23514'],
    ['platforms', 'web', '22P02'],
    ['long_description', 'x'.repeat(10_001), '23514'],
    ['long_description', 'a\u0007b', '23514'],
    ['open_source', 'perhaps', '22P02'],
    ['category_ids', ['00000000-0000-4000-8000-000000000000'], '23503'],
    ['category_ids', ['none'], '22P02'],
    ['category_ids', { a: 1 }, '22023'],
    ['category_ids', [5], '22023'],
    // An administrator's.
    ['slug', 'mine', '22023'],
    ['featured', true, '22023'],
    ['logo', 'https://site.example/x.png', '22023'],
    ['upvote_count', 99, '22023'],
    ['own_facts', { a: 1 }, '22023'],
    ['id', '00000000-0000-4000-8000-000000000000', '22023'],
    ['nothing', 'x', '22023'],
  ])('is refused with %s %j', async (field, value, code) => {
    const { error, status } = await send(ann.client, { proposed: proposal({ [field]: value }) })
    expect([status >= 400 && status < 500, error?.code]).toEqual([true, code])
  })

  test('has the rules of the owner’s facts', async () => {
    const facts = [{ key: 'stars', label: 'Stars', kind: 'number' }]
    const { data: version } = await admin.client.rpc('save_site_settings', {
      settings: { facts },
      expected_version: 0,
    })
    const refused = await send(ann.client, { proposed: proposal({ stars: 'many' }) })
    expect(refused.error?.message).toBe('Stars must be a number')
    const id = await sendIn(ann, { proposed: proposal({ stars: 4.5 }) })
    expect((await stored(id))?.proposed).toMatchObject({ stars: 4.5 })
    await admin.client.rpc('save_site_settings', {
      settings: { facts: null },
      expected_version: version ?? 0,
    })
  })

  test('waits once for a member and an address, and may be written again after it was withdrawn', async () => {
    const [proposed, again] = [proposal(), { name: 'Same' }]
    const id = await sendIn(bob, { proposed })
    const same = { proposed: { ...proposed, ...again, website_url: `${proposed.website_url}?ref=x` } }
    expect(await send(bob.client, same)).toMatchObject({ status: 409, error: { details: 'waiting' } })
    expect((await send(ann.client, same)).error).toBeNull()
    expect((await bob.client.rpc('withdraw_contribution', { contribution_id: id })).error).toBeNull()
    expect((await send(bob.client, same)).error).toBeNull()
    expect(await bob.client.rpc('withdraw_contribution', { contribution_id: id })).toMatchObject({
      status: 409,
      error: { details: 'decided' },
    })
  })

  test('is not sent twice by a retry', async () => {
    const [proposed, new_id] = [proposal(), crypto.randomUUID()]
    const both = await Promise.all([
      send(bob.client, { proposed, new_id }),
      send(bob.client, { proposed, new_id }),
    ])
    expect(both.map(({ data }) => data)).toEqual([new_id, new_id])
    // The id of somebody else's says nothing.
    expect((await send(ann.client, { new_id })).status).toBe(404)
  })

  test('is changed while it waits, by its member alone', async () => {
    const id = await sendIn(bob)
    const proposed = proposal({ name: 'Better' })
    expect((await send(bob.client, { contribution_id: id, proposed, note: 'New' })).data).toBe(id)
    expect(await stored(id)).toMatchObject({ subject: 'Better', note: 'New', version: 2 })
    for (const person of [ann, admin]) {
      expect((await send(person.client, { contribution_id: id, proposed })).status).toBe(404)
      expect((await person.client.rpc('withdraw_contribution', { contribution_id: id })).status).toBe(404)
      const named = { contribution_id: id, is_named: false }
      expect((await person.client.rpc('set_submitter_named', named)).status).toBe(404)
      const own = (await mine(person)).filter((each) => each.id === id)
      expect(own).toEqual([])
    }
    expect((await send(bob.client, { contribution_id: id, kind: 'problem', problem: 'gone' })).status).toBe(
      400,
    )
  })
})

describe('a correction', () => {
  test('keeps only what changes, and what its member saw', async () => {
    const [one, two] = [await addCategory(server.sql), await addCategory(server.sql)]
    const tool = await addTool(server.sql, { pricing: 'paid', license: 'MIT' }, [one, two])
    const proposed = { name: tool.name, pricing: 'free', license: null, category_ids: [two.id, one.id] }
    const sent = { kind: 'correction', tool_id: tool.id, proposed }
    const id = await sendIn(ann, { ...sent, known_updated_at: await seenAt(tool) })
    expect(await stored(id)).toMatchObject({
      subject: tool.name,
      proposed: { pricing: 'free', license: null, category_ids: [two.id, one.id] },
      base: { pricing: 'paid', license: 'MIT', category_ids: [one.id, two.id] },
    })
    expect((await send(ann.client, sent)).error?.details).toBe('waiting')
    expect((await send(bob.client, { ...sent, proposed: { name: ` ${tool.name}` } })).error?.message).toBe(
      'Nothing was changed',
    )
    const late = { ...sent, known_updated_at: daysAgo(1).toISOString() }
    expect((await send(bob.client, late)).error?.details).toBe('changed')
    for (const field of ['name', 'website_url'])
      expect((await send(bob.client, { ...sent, proposed: { [field]: null } })).error?.code).toBe('23514')
    expect((await send(bob.client, { ...sent, tool_id: crypto.randomUUID() })).status).toBe(404)
    expect((await send(bob.client, { ...sent, tool_id: null })).status).toBe(404)
  })
})

describe('a problem', () => {
  test('is one of four, with a text if its member wants', async () => {
    const tool = await addTool(server.sql)
    const sent = { kind: 'problem', tool_id: tool.id, proposed: {} }
    const id = await sendIn(ann, { ...sent, problem: 'dead_link', note: 'It answers 404.' })
    expect(await stored(id)).toMatchObject({ problem: 'dead_link', note: 'It answers 404.', proposed: {} })
    expect((await send(bob.client, sent)).error?.code).toBe('23514')
    for (const wrong of [{ problem: 'ugly' }, { problem: 'gone', note: 'x'.repeat(1001) }])
      expect((await send(bob.client, { ...sent, ...wrong })).error?.code).toBe('23514')
    const hidden = { ...sent, problem: 'gone', note: 'a\u202eb' }
    expect((await send(bob.client, hidden)).error?.message).toContain('control characters')
    expect((await send(bob.client, { ...sent, kind: 'other' })).status).toBe(400)
  })
})

describe('who may', () => {
  const setting = async (submissions: string | null) => {
    const { data } = await visitor(server).rpc('get_site_settings')
    const saved = { settings: { submissions }, expected_version: data?.[0]?.version ?? 0 }
    expect((await admin.client.rpc('save_site_settings', saved)).error).toBeNull()
  }

  test('is the owner’s setting', async () => {
    const old = await member(server)
    await server.sql`update public.profiles set created_at = ${daysAgo(8)} where id = ${old.id}`
    await setting('week')
    expect((await send(ann.client, {})).error?.details).toBe('week')
    expect((await send(old.client, {})).error).toBeNull()
    await setting('nobody')
    expect((await send(old.client, {})).error).toMatchObject({ code: '42501', details: 'nobody' })
    expect((await send(admin.client, {})).error).toBeNull()
    await setting(null)
    expect((await send(ann.client, {})).error).toBeNull()
  })

  test('sends in a number a day', async () => {
    const person = await member(server)
    for (let count = 0; count < 10; count++) await sendIn(person)
    expect(await send(person.client, {})).toMatchObject({
      status: 429,
      error: {
        hint: 'contributions 10 new',
        message: expect.stringContaining('at most 10 suggestions a day in your'),
      },
    })
    await server.sql`update public.profiles set created_at = ${daysAgo(8)} where id = ${person.id}`
    for (let count = 0; count < 10; count++) await sendIn(person)
    expect((await send(person.client, {})).error?.hint).toBe('contributions 20')
  })
})

test('the account takes it along, and its export has it', async () => {
  const person = await member(server)
  const id = await sendIn(person, { note: 'Mine' })
  expect((await person.client.rpc('export_my_data')).data).toMatchObject({
    contributions: [{ id, note: 'Mine' }],
  })
  expect((await queueOf(admin.client)).cards.map((card) => card.id)).toContain(id)
  await person.client.rpc('delete_my_account', { confirm_username: person.username })
  expect(await stored(id)).toBeUndefined()
})
