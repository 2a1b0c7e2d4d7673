import { expect, test } from 'vitest'
import { administrator, member, messageOf, type Person, post, raw, visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { cardOf, decide, report, reported, statusOf, undo } from './queue.ts'
import { addTool, addUpvote, first, type Tool, type Upvote } from './rows.ts'

/** Authors change the text of their recommendation; it is no way around reports, decisions, limits or alerts. */

const server = await testServer({ RATE_LIMITS: 'off' })
const { sql } = server
const [admin, other] = [await administrator(server), await administrator(server)]

const edit = ({ client }: Person, { id }: { id: string }, reason: string) =>
  client.rpc('edit_recommendation', { upvote_id: id, reason })
const rowOf = async ({ id }: { id: string }) =>
  first(await sql<Upvote[]>`select * from public.tool_upvotes where id = ${id}`)
const formerOf = async ({ id }: { id: string }) =>
  (
    await sql<
      { reason: string }[]
    >`select reason from private.former_texts where upvote_id = ${id} order by id`
  ).map(({ reason }) => reason)
const isSeen = async ({ id }: { id: string }) =>
  (await visitor(server).from('tool_upvotes').select('id').eq('id', id)).data?.length === 1

async function write(author: Person, tool?: Tool, reason = 'Works.'): Promise<Upvote> {
  const { id } = tool ?? (await addTool(sql))
  const row = { tool_id: id, user_id: author.id, reason }
  const { data, error } = await author.client.from('tool_upvotes').insert(row).select().single()
  if (error) throw new Error(error.message)
  return data
}

/** Reported, and decided by the first administrator. */
async function decided(decision: 'approved' | 'rejected') {
  const author = await member(server)
  const { upvote, reporter } = await reported(server, author)
  const { card } = await decide(admin.client, await cardOf(admin.client, upvote), decision)
  return { author, upvote, reporter, decision: card?.decision?.id ?? 0 }
}

test('everybody reads the new text at once, with when it was edited; age and weight stay', async () => {
  const [author, tool] = [await member(server), await addTool(sql)]
  const upvote = await write(author, tool, 'Counts zebras.')
  const path = `/tools/${tool.slug}`
  const found = async (query: string) =>
    (await visitor(server).rpc('search_tools', { query })).data?.some(({ id }) => id === tool.id)
  expect(await (await raw(server, path)).text()).toContain('Counts zebras.')
  expect(await found('zebras')).toBe(true)

  const before = await rowOf(upvote)
  expect((await edit(author, upvote, ' \n Counts giraffes.\u00a0')).error).toBeNull()
  const after = await rowOf(upvote)
  const { edited_at } = after
  expect(after).toEqual({ ...before, reason: 'Counts giraffes.', edited_at, moderation_version: 1 })
  expect(Date.now() - Date.parse(edited_at ?? '')).toBeLessThan(60_000)
  const page = await (await raw(server, path)).text()
  expect(page).toContain('Counts giraffes.')
  expect(page).toContain('>edited</time>')
  expect(page).not.toContain('zebras')
  expect([await found('giraffes'), await found('zebras')]).toEqual([true, false])
  const feed = await (await raw(server, `${path}/feed.xml`)).text()
  expect(feed).toContain('Counts giraffes.')
  expect(feed).toContain(`<updated>${new Date(edited_at ?? '').toISOString()}</updated>`)

  expect((await edit(author, upvote, 'Counts giraffes.')).error).toBeNull()
  expect((await rowOf(upvote)).edited_at, 'the same text changes nothing').toEqual(edited_at)
  expect(await formerOf(upvote)).toEqual(['Counts zebras.'])
})

test('nobody but its author edits one, by no call', async () => {
  const author = await member(server)
  const upvote = await write(author)
  for (const each of [await member(server), admin, await administrator(server, 'moderator')]) {
    const refused = await edit(each, upvote, 'Taken over.')
    expect([refused.status, refused.error?.message]).toEqual([404, 'Recommendation not found'])
  }
  expect((await edit(author, { id: crypto.randomUUID() }, 'New.')).status).toBe(404)
  expect(await rowOf(upvote)).toMatchObject({ reason: 'Works.', edited_at: null })
})

test.each([
  ['', /tool_upvotes_reason_length/],
  [' \t\u3000', /tool_upvotes_reason_length/],
  ['👏'.repeat(201), /tool_upvotes_reason_length/],
  ['in\u202evisible', /hidden formatting/],
  ['zero\u200bwidth', /hidden formatting/],
  [null, /reason/],
])('%j is refused as in a new one, and nothing is kept', async (text, message) => {
  const author = await member(server)
  const upvote = await write(author)
  const given = { upvote_id: upvote.id, reason: text }
  const refused = await post(server, '/rest/v1/rpc/edit_recommendation', given, author.accessToken)
  expect([refused.status, await refused.json()]).toEqual([
    400,
    expect.objectContaining({ message: expect.stringMatching(message) }),
  ])
  expect(await rowOf(upvote)).toMatchObject({ reason: 'Works.', edited_at: null })
  expect(await formerOf(upvote)).toEqual([])
})

test('moderators read what it was, and nobody else does', async () => {
  const { author, upvote, reporter } = await decided('rejected')
  await edit(author, upvote, 'Second.')
  await edit(author, upvote, 'Third.')
  const texts = [{ reason: 'Second.' }, { reason: 'It saves me an hour a day.' }]
  const moderator = await administrator(server, 'moderator')
  const { cards } = (await moderator.client.rpc('watch_flagged', { ids: [upvote.id] })).data as {
    cards: { former_texts: unknown; reason: string }[]
  }
  expect(cards).toMatchObject([{ reason: 'Third.', former_texts: texts }])
  const record = await moderator.client.rpc('get_member_record', { username: author.username })
  expect(record.data).toMatchObject({ last_recommendations: [{ reason: 'Third.', former_texts: texts }] })
  expect(JSON.stringify((await author.client.rpc('export_my_data')).data)).toContain('Second.')
  for (const { client } of [author, reporter, await administrator(server, 'editor')]) {
    const all = await client.from('tool_upvotes').select('*, upvote_appeals(*)').eq('id', upvote.id)
    expect(JSON.stringify(all.data)).not.toContain('Second.')
  }
  expect(JSON.stringify((await reporter.client.rpc('export_my_data')).data)).not.toContain('Second.')
})

test('one that waits for a moderator stays hidden and comes first; who saw the old text decides nothing', async () => {
  const author = await member(server)
  const { upvote } = await reported(server, author)
  const seen = await cardOf(admin.client, upvote)
  await edit(author, upvote, 'Quite another.')
  expect(await isSeen(upvote)).toBe(false)
  const card = await cardOf(admin.client, upvote)
  expect(card).toMatchObject({ state: 'pending', reason: 'Quite another.', reports: [{ status: 'pending' }] })
  expect(card.activity_at > seen.activity_at).toBe(true)
  expect(await decide(admin.client, seen, 'approved')).toMatchObject({ outcome: 'changed' })
  expect((await decide(admin.client, card, 'approved')).outcome).toBe('done')
})

test('an approval is of the old text: the same member reports the new one, and it is hidden', async () => {
  const { author, upvote, reporter, decision } = await decided('approved')
  expect((await report(upvote, reporter)).error?.code, 'once').toBe('23505')
  await edit(author, upvote, 'Buy it at spam.example')
  expect(await isSeen(upvote)).toBe(true)
  expect(await messageOf(undo(admin.client, decision))).toBe('This decision can no longer be undone')
  expect((await report(upvote, reporter, 'An advertisement')).error).toBeNull()
  expect(await isSeen(upvote)).toBe(false)
  expect((await reporter.client.rpc('list_my_reports')).data).toMatchObject([
    { reason: 'An advertisement', status: 'pending' },
    { reason: 'Spam', status: 'approved' },
  ])
  const card = await cardOf(admin.client, upvote)
  expect(card).toMatchObject({ report_count: 2, decision: { decision: 'approved' } })
  expect(card.reports.map(({ status }) => status)).toEqual(['pending', 'approved'])
  // Deleted and restored, it has the same history.
  const { gone } = await decide(admin.client, card, 'deleted')
  expect((await undo(admin.client, gone?.undo ?? 0)).error).toBeNull()
  const again = await cardOf(admin.client, upvote)
  expect(again).toMatchObject({ report_count: 2, decision: { decision: 'approved' } })
  expect(await formerOf(upvote)).toEqual(['It saves me an hour a day.'])
  expect((await rowOf(upvote)).edited_at).not.toBeNull()
})

test('a rejected one stays hidden, returns to the queue with its history, and is decided like any other', async () => {
  const { author, upvote, reporter, decision } = await decided('rejected')
  await edit(author, upvote, 'Better words.')
  expect(await isSeen(upvote)).toBe(false)
  const card = await cardOf(admin.client, upvote)
  expect(card).toMatchObject({ state: 'pending', visible: false, decision: { decision: 'rejected' } })
  expect(card.reports).toMatchObject([
    { is_automatic: true, reason: 'Edited after it was rejected', status: 'pending' },
    { reporter: reporter.username, status: 'rejected' },
  ])
  expect(await messageOf(undo(admin.client, decision))).toBe('This decision can no longer be undone')
  const approved = await decide(other.client, card, 'approved')
  expect(await isSeen(upvote)).toBe(true)
  expect((await undo(other.client, approved.card?.decision?.id ?? 0)).error).toBeNull()
  expect(await isSeen(upvote)).toBe(false)
  expect(await cardOf(admin.client, upvote)).toMatchObject({ state: 'pending', report_count: 2 })
  await decide(other.client, await cardOf(admin.client, upvote), 'rejected')
  expect(await statusOf(server, upvote)).toMatchObject({ flag_status: 'rejected' })
  // Its one appeal is still there; while that waits, an edit adds nothing.
  await author.client.from('upvote_appeals').insert({ upvote_id: upvote.id, reason: 'Look again.' })
  await edit(author, upvote, 'Best words.')
  expect((await cardOf(admin.client, upvote)).reports.map(({ status }) => status)).toEqual(['rejected'])
})

test('rejected ones return three times a day; 20 edits a day in all', async () => {
  const { author, upvote } = await decided('rejected')
  for (const turn of [1, 2, 3]) {
    await edit(author, upvote, `Turn ${turn}`)
    await decide(admin.client, await cardOf(admin.client, upvote), 'rejected')
  }
  const refused = await edit(author, upvote, 'Turn 4')
  expect([refused.status, refused.error?.message, refused.error?.hint]).toEqual([
    429,
    'You can edit rejected recommendations at most 3 times a day. Please try again tomorrow.',
    'returned_edits 3',
  ])
  const shown = await write(author)
  for (let turn = 4; turn <= 20; turn++) expect((await edit(author, shown, `Turn ${turn}`)).error).toBeNull()
  expect(await messageOf(edit(author, shown, 'Turn 21'))).toBe(
    'You can edit your recommendations at most 20 times a day. Please try again tomorrow.',
  )
  expect(await formerOf(shown)).toHaveLength(17)
})

test('the same text on three tools is found however it came there, one after the other or at once', async () => {
  for (const isAtOnce of [false, true]) {
    const author = await member(server)
    const upvotes = await Promise.all(['a', 'b', 'c'].map((text) => write(author, undefined, text)))
    // Written long ago.
    await sql`update public.tool_upvotes set created_at = now() - interval '60 days' where user_id = ${author.id}`
    if (isAtOnce) await Promise.all(upvotes.map((upvote) => edit(author, upvote, 'Buy it!')))
    else for (const upvote of upvotes) await edit(author, upvote, 'Buy it!')
    for (const upvote of upvotes) expect(await rowOf(upvote)).toMatchObject({ flag_status: 'pending' })
  }
  const author = await member(server)
  const [one, two] = [await write(author, undefined, 'a'), await write(author, undefined, 'b')]
  await Promise.all([edit(author, one, 'Buy'), edit(author, two, 'Buy'), write(author, undefined, 'Buy')])
  expect(
    await sql`select from public.tool_upvotes where user_id = ${author.id} and flag_status = 'pending'`,
  ).toHaveLength(3)
})

test('two edits at once are both kept', async () => {
  const author = await member(server)
  const upvote = await write(author)
  await Promise.all(['One.', 'Two.'].map((text) => edit(author, upvote, text)))
  const { reason } = await rowOf(upvote)
  expect([...(await formerOf(upvote)), reason].sort()).toEqual(['One.', 'Two.', 'Works.'])
})

test('an edit of what was set aside changes nothing about that; withdrawn, its texts are forgotten', async () => {
  const author = await member(server)
  const upvote = await write(author)
  await admin.client.rpc('set_counted', { upvote_ids: [upvote.id], counted: false, reason: 'Bought' })
  await edit(author, upvote, 'Mine, really.')
  expect(await rowOf(upvote)).toMatchObject({ weight: 0 })
  await author.client.from('tool_upvotes').delete().eq('id', upvote.id)
  expect(
    await sql`select from private.former_texts where reason = 'Works.' and upvote_id is null`,
  ).toHaveLength(0)
})

test('new members who edit to nearly the same text raise an alert, also after one was closed', async () => {
  const tool = await addTool(sql)
  const people = await Promise.all([1, 2, 3].map(() => member(server)))
  const upvotes = await Promise.all(
    people.map((person, place) => write(person, tool, `Own words ${place ** 9}`)),
  )
  const open = async () => {
    await admin.client.rpc('list_alerts')
    return sql<{ id: string; reasons: string[] }[]>`
      select id, reasons from private.alerts where tool_id = ${tool.id} and closed_at is null`
  }
  await sql`update public.tool_upvotes set created_at = now() - interval '3 days' where tool_id = ${tool.id}`
  expect(await open()).toEqual([])
  for (const text of ['Best tool ever, buy it now', 'Best tool ever! Buy it now!!']) {
    for (const [place, upvote] of upvotes.entries())
      await edit(people[place] ?? admin, upvote, `${text}${'.'.repeat(place)}`)
    const [alert] = await open()
    expect(alert?.reasons, text).toEqual(['texts'])
    await admin.client.rpc('close_alert', { alert_id: alert?.id ?? '' })
    expect(await open()).toEqual([])
  }
  expect(await sql`select from public.tools where id = ${tool.id} and upvote_count = 3`).toHaveLength(1)
})

test('its texts go with the account', async () => {
  const author = await member(server)
  const upvote = await addUpvote(sql, await addTool(sql), author)
  await edit(author, upvote, 'Said by somebody who left')
  await edit(author, upvote, 'Said later')
  const gone = await author.client.rpc('delete_my_account', { confirm_username: author.username })
  expect(gone.error).toBeNull()
  expect(await sql`select from private.former_texts where reason like 'Said by somebody%'`).toHaveLength(0)
})
