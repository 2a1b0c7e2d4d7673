import { describe, expect, test } from 'vitest'
import { administrator, member, post } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { cardOf, decide, decideOne, proposal, queueOf, seenOf, sendIn, undo } from './contributions.ts'
import { addCategory, addTool, addUpvote, type Tool } from './rows.ts'
import { countWaiting } from './waiting.ts'

/** Deciding about what members send in, by plain calls: what is written, what was seen, two at once, and undoing it. */

const server = await testServer({ RATE_LIMITS: 'off' })
const [ann, admin, editor] = [
  await member(server),
  await administrator(server),
  await administrator(server, 'editor'),
]
const client = editor.client

const toolOf = async (id: string) => (await client.from('tools').select('*').eq('id', id).maybeSingle()).data
const mine = async (id: string) =>
  (await ann.client.rpc('list_my_contributions', { contribution_id: id })).data?.[0]
const correct = async (tool: Tool, proposed: object, by = ann) =>
  sendIn(by, { kind: 'correction', tool_id: tool.id, proposed: JSON.parse(JSON.stringify(proposed)) })
const submitterOf = async (id: string) =>
  (await client.from('tools').select('tool_submitters(profiles(username))').eq('id', id).single()).data
    ?.tool_submitters?.profiles?.username

/** No daily limit. */
const ready = () => server.sql`delete from private.rate_limits`

describe('a submission that is accepted', () => {
  test('is a tool, recommended by nobody, that names its submitter', async () => {
    await ready()
    const category = await addCategory(server.sql)
    const proposed = proposal({
      ...{ name: 'Ünique & New!', open_source: true, platforms: ['web'], long_description: '**Much**' },
      category_ids: [category.id],
    })
    const id = await sendIn(ann, { proposed })
    const { outcome, card } = await decideOne(client, id, 'accepted')
    expect([outcome, card?.tool?.slug]).toEqual(['done', 'unique-new'])
    const tool = await toolOf(card?.tool?.id ?? '')
    expect(tool).toMatchObject({
      ...{ name: 'Ünique & New!', website_url: proposed.website_url, featured: false, upvote_count: 0 },
      ...{ open_source: true, platforms: ['web'], long_description: '**Much**', category_id: category.id },
    })
    expect(await submitterOf(tool?.id ?? '')).toBe(ann.username)
    const later = await sendIn(ann, { kind: 'correction', tool_id: tool?.id, proposed: { pricing: 'paid' } })
    expect((await decideOne(client, later, 'accepted')).outcome).toBe('done')
    expect(await submitterOf(tool?.id ?? '')).toBe(ann.username)
    expect(await mine(id)).toMatchObject({ state: 'accepted', tool_slug: 'unique-new', is_changed: false })
    expect(JSON.stringify(await mine(id))).not.toContain(editor.id)
    // Another one of this name.
    const second = await decideOne(
      client,
      await sendIn(ann, { proposed: proposal({ name: proposed.name }) }),
      'accepted',
    )
    expect(second.card?.tool?.slug).toBe('unique-new-2')
    // No Latin letter in its name.
    const website_url = 'https://www.garden-tools.example/rake'
    const other = await sendIn(ann, { proposed: proposal({ name: '熊手', website_url }) })
    expect((await decideOne(client, other, 'accepted')).card?.tool?.slug).toBe('garden-tools-example')
  })

  test('names nobody if its member does not want it, also later', async () => {
    const id = await sendIn(ann, { is_named: false })
    const { card } = await decideOne(client, id, 'accepted')
    const tool = card?.tool?.id ?? ''
    expect(await submitterOf(tool)).toBeUndefined()
    for (const is_named of [true, false]) {
      await ann.client.rpc('set_submitter_named', { contribution_id: id, is_named })
      expect(await submitterOf(tool)).toBe(is_named ? ann.username : undefined)
    }
  })

  test('may be edited, by the rules of tools', async () => {
    const id = await sendIn(ann)
    const wrong = await decideOne(client, id, 'accepted', proposal({ name: 'a\u202eb' }))
    expect(wrong).toMatchObject({
      outcome: 'refused',
      message: expect.stringContaining('control characters'),
    })
    expect(await decideOne(client, id, 'accepted', proposal({ featured: true }))).toMatchObject({
      outcome: 'refused',
    })
    expect((await cardOf(client, id)).state).toBe('waiting')
    const values = { ...proposal({ name: 'Edited' }), slug: 'edited-slug' }
    const { card } = await decideOne(client, id, 'accepted', values)
    expect(card).toMatchObject({ is_changed: true, tool: { name: 'Edited', slug: 'edited-slug' } })
    const taken = await decideOne(client, await sendIn(ann), 'accepted', {
      ...proposal(),
      slug: 'edited-slug',
    })
    expect(taken).toMatchObject({ outcome: 'refused', code: '23505' })
  })

  test('is refused where the address has a tool meanwhile', async () => {
    const [proposed, second] = [proposal(), await member(server)]
    const [one, other] = [await sendIn(ann, { proposed }), await sendIn(second, { proposed })]
    expect((await decideOne(client, one, 'accepted')).outcome).toBe('done')
    expect((await cardOf(client, other)).existing).toMatchObject([{ name: proposed.name }])
    expect(await decideOne(client, other, 'accepted')).toMatchObject({ outcome: 'refused', code: 'PT409' })
  })
})

describe('a correction that is accepted', () => {
  test('changes its fields alone', async () => {
    await ready()
    const [one, two] = [await addCategory(server.sql), await addCategory(server.sql)]
    const tool = await addTool(server.sql, { pricing: 'paid', license: 'MIT', featured: true }, [one])
    const id = await correct(tool, { license: null, pricing: 'free', category_ids: [two.id, one.id] })
    await server.sql`update public.tools set name = 'Renamed meanwhile' where id = ${tool.id}`
    expect((await decideOne(client, id, 'accepted')).outcome).toBe('done')
    expect(await toolOf(tool.id)).toMatchObject({
      ...{ name: 'Renamed meanwhile', slug: tool.slug, featured: true },
      ...{ pricing: 'free', license: null, category_id: two.id },
    })
    // Recorded as the editor's, and with the member.
    const log = await admin.client.rpc('list_audit_log', { kinds: ['contributions'] })
    expect(log.data?.[0]).toMatchObject({
      actor: `@${editor.username}`,
      person: `@${ann.username}`,
      subject: 'Renamed meanwhile',
    })
    const changes = await admin.client.rpc('list_audit_log', { kinds: ['tools'] })
    expect(changes.data?.[0]).toMatchObject({ actor: `@${editor.username}`, after: { pricing: 'free' } })
  })

  test('is shown again when the tool has changed since its editor saw it', async () => {
    const tool = await addTool(server.sql, { pricing: 'paid' })
    const id = await correct(tool, { pricing: 'free' })
    const seen = seenOf(await cardOf(client, id))
    await client.from('tools').update({ pricing: 'freemium' }).eq('id', tool.id)
    const [late] = await decide(client, 'accepted', [seen])
    expect(late).toMatchObject({
      outcome: 'changed',
      card: { proposed: { pricing: 'free' }, base: { pricing: 'paid' }, standing: { pricing: 'freemium' } },
    })
    expect((await toolOf(tool.id))?.pricing).toBe('freemium')
    const again = await correct(tool, { pricing: 'paid' }, await member(server))
    const old = seenOf(await cardOf(client, again))
    await server.sql`update private.contributions set version = 2 where id = ${again}`
    expect(await decide(client, 'declined', [old])).toMatchObject([{ outcome: 'changed' }])
  })

  test('of a tool that is gone is declined only', async () => {
    const tool = await addTool(server.sql)
    const id = await correct(tool, { name: 'Late' })
    await client.from('tools').delete().eq('id', tool.id)
    expect(await decideOne(client, id, 'accepted')).toMatchObject({ outcome: 'refused', code: 'PT404' })
    expect((await decideOne(client, id, 'declined')).outcome).toBe('done')
  })
})

describe('deciding', () => {
  test('several at once tells of each, and what is refused stops none of the others', async () => {
    await ready()
    const ids = [await sendIn(ann), await sendIn(editor), await sendIn(ann)]
    const cases = [
      ...(await Promise.all(ids.map(async (id) => seenOf(await cardOf(client, id))))),
      { id: crypto.randomUUID() },
    ]
    const answers = await decide(client, 'declined', cases, ' Not a tool ')
    expect(answers.map(({ outcome }) => outcome)).toEqual(['done', 'refused', 'done', 'gone'])
    // Nobody decides about their own.
    expect(answers[1]?.message).toBe('Another administrator or editor decides about what you sent in')
    expect(await mine(ids[0] ?? '')).toMatchObject({ state: 'declined', reason: 'Not a tool' })
    expect(await server.sql`select from public.tools where name = 'Sent In' and featured`).toHaveLength(0)
  })

  test.each(['accepted', 'declined'])(
    'twice at once: the second is told that it was %s',
    async (decision) => {
      const id = await sendIn(ann)
      const seen = seenOf(await cardOf(client, id))
      const { both } = await server.sql.begin(async (holder) => {
        await holder`select from private.contributions where id = ${id} for update`
        const both = Promise.all([decide(client, decision, [seen]), decide(admin.client, decision, [seen])])
        await expect.poll(() => countWaiting(server.sql)).toBe(2)
        return { both }
      })
      expect(
        (await both)
          .flat()
          .map(({ outcome }) => outcome)
          .sort(),
      ).toEqual(['decided', 'done'])
      const made = await server.sql`
      select from public.tools t join private.contributions c on c.tool_id = t.id where c.id = ${id}`
      expect(made).toHaveLength(decision === 'accepted' ? 1 : 0)
    },
  )

  test.each<[object, string]>([
    [{ cases: [], decision: 'declined' }, '22023'],
    [{ cases: {}, decision: 'declined' }, '22023'],
    [{ cases: Array.from({ length: 101 }, () => ({})), decision: 'declined' }, '22023'],
    [{ cases: [{}], decision: 'deleted' }, '22023'],
    [{ cases: [{}], decision: 'declined', reason: 'x'.repeat(301) }, '23514'],
    [{ cases: [{}], decision: 'declined', reason: 'a\u202eb' }, '23514'],
    [{ cases: [{ id: 'x' }], decision: 'declined' }, '22P02'],
  ])('is refused of %j', async (call, code) => {
    const answer = await post(server, '/rest/v1/rpc/decide_contributions', call, editor.accessToken)
    expect([answer.status, (await answer.json()).code]).toEqual([400, code])
  })
})

describe('the queue', () => {
  test('has what waits, oldest first, page by page, and what was decided, newest first', async () => {
    await ready()
    await server.sql`delete from private.contributions`
    const ids = [await sendIn(ann), await sendIn(ann), await sendIn(ann)]
    const first = await queueOf(client, { page_size: 2 })
    expect([first.cards.map(({ id }) => id), first.more, first.waiting]).toEqual([ids.slice(0, 2), true, 3])
    const last = first.cards.at(-1)
    const next = await queueOf(client, { after_at: String(last?.created_at), after_id: String(last?.id) })
    expect([next.cards.map(({ id }) => id), next.more]).toEqual([ids.slice(2), false])
    for (const id of ids) await decideOne(client, id, 'declined')
    expect((await queueOf(client, { filter: 'declined' })).cards.map(({ id }) => id)).toEqual(
      ids.toReversed(),
    )
    expect((await queueOf(client, { kind: 'problem', filter: 'declined' })).cards).toEqual([])
    expect((await client.rpc('count_waiting')).data).toEqual({ contributions: 0 })
    for (const wrong of [{ filter: 'all' }, { kind: 'x' }])
      expect((await client.rpc('list_contributions', wrong)).status).toBe(400)
  })
})

describe('an undo', () => {
  const undone = async (id: string) => (await undo(client, [id]))[0]
  const accepted = async (id: string) => (await decideOne(client, id, 'accepted')).card?.tool?.id ?? ''

  test('returns a declined one to the queue, and takes an accepted tool back', async () => {
    await ready()
    const [declined, made] = [await sendIn(ann), await sendIn(ann)]
    await decide(client, 'declined', [seenOf(await cardOf(client, declined))], 'No')
    const tool = await accepted(made)
    expect((await undo(client, [declined, made])).map(({ outcome }) => outcome)).toEqual(['undone', 'undone'])
    expect(await toolOf(tool)).toBeNull()
    for (const id of [declined, made])
      expect(await mine(id)).toMatchObject({
        state: 'waiting',
        reason: null,
        tool_id: null,
        decided_at: null,
      })
    expect(await accepted(made)).not.toBe(tool)
  })

  test('restores what a correction changed', async () => {
    const [one, two] = [await addCategory(server.sql), await addCategory(server.sql)]
    const tool = await addTool(server.sql, { pricing: 'paid' }, [one])
    const id = await correct(tool, { pricing: null, name: 'Other', license: 'MIT', category_ids: [two.id] })
    await accepted(id)
    expect((await undone(id))?.outcome).toBe('undone')
    expect(await toolOf(tool.id)).toMatchObject({
      ...{ pricing: 'paid', name: tool.name, license: null, category_id: one.id },
    })
  })

  test('is refused later, to others, and when something was built on it', async () => {
    const late = await sendIn(ann)
    await decideOne(client, late, 'declined')
    expect((await undo(admin.client, [late]))[0]?.message).toBe('Only who decided may undo it')
    await server.sql`update private.contributions set decided_at = now() - interval '301 seconds' where id = ${late}`
    expect((await undone(late))?.message).toBe('This decision can no longer be undone')
    const [voted, edited] = [await sendIn(ann), await sendIn(ann)]
    const tools = [await accepted(voted), await accepted(edited)]
    await addUpvote(server.sql, await addTool(server.sql), ann)
    const [tool] = await server.sql<Tool[]>`select * from public.tools where id = ${tools[0] ?? ''}`
    if (tool) await addUpvote(server.sql, tool, ann)
    await client
      .from('tools')
      .update({ featured: true })
      .eq('id', tools[1] ?? '')
    for (const id of [voted, edited]) expect((await undone(id))?.outcome).toBe('refused')
    for (const id of tools) expect(await toolOf(id)).not.toBeNull()
    const waiting = await sendIn(ann)
    expect((await undone(waiting))?.outcome).toBe('refused')
    const again = { ...proposal(), name: 'Twice' }
    const declined = await sendIn(ann, { proposed: again })
    await decideOne(client, declined, 'declined')
    await sendIn(ann, { proposed: again })
    expect(await undone(declined)).toMatchObject({ outcome: 'refused', code: '23505' })
  })
})

test('its member is told, until the decision is undone', async () => {
  await ready()
  const person = await member(server)
  const told = async () => {
    const { data } = await person.client.rpc('list_my_notices')
    return data?.map(({ kind, tool_name, reason }) => [kind, tool_name, reason])
  }
  const id = await sendIn(person, { proposed: proposal({ name: 'Told' }) })
  await decide(client, 'declined', [seenOf(await cardOf(client, id))], 'Too short')
  expect(await told()).toEqual([['submission_declined', 'Told', 'Too short']])
  await undo(client, [id])
  expect(await told()).toEqual([])
  await decideOne(client, id, 'accepted', proposal({ name: 'Told again' }))
  expect(await told()).toEqual([['submission_changed', 'Told again', null]])
})

test('the log forgets who sent it in with their account', async () => {
  await ready()
  const person = await member(server)
  const id = await sendIn(person)
  await decideOne(client, id, 'declined')
  await person.client.rpc('delete_my_account', { confirm_username: person.username })
  const [entry] = await server.sql`select * from public.audit_log where row_id = ${id}`
  expect(entry).toMatchObject({
    person_id: null,
    actor_id: editor.id,
    after: { member_id: null, state: 'declined' },
  })
})
