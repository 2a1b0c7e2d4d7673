import { describe, expect, test } from 'vitest'
import { checkFigures } from '../../server/product/check/check-figures.ts'
import { administrator, member, messageOf, type Person, post, raw, visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { cardOf, decide, report, reported, undo } from './queue.ts'
import { addTool, addUpvote, first, type Tool, type Upvote } from './rows.ts'

/** Who says so, which recommendations helped others, and the order that follows; no vote, weight or list of tools does. */

const server = await testServer({ RATE_LIMITS: 'off' })
const { sql } = server
const admin = await administrator(server)
const members = (count: number) => Promise.all(Array.from({ length: count }, () => member(server)))

const mark = ({ client }: Person, { id }: { id: string }, helpful = true) =>
  client.rpc('set_helpful', { upvote_id: id, helpful })
const markedBy = async ({ client }: Person, ...upvotes: { id: string }[]) =>
  (await client.rpc('list_my_helpful', { upvote_ids: upvotes.map(({ id }) => id) })).data?.map(
    ({ upvote_id }) => upvote_id,
  )
const rowOf = async ({ id }: { id: string }) =>
  first(await sql<Upvote[]>`select * from public.tool_upvotes where id = ${id}`)
const countOf = async (upvote: { id: string }) => (await rowOf(upvote)).helpful_count

async function written(author?: Person) {
  const tool = await addTool(sql)
  return { tool, upvote: await addUpvote(sql, tool, author ?? (await member(server))) }
}

describe('who says so', () => {
  const insert = (author: Person, { id }: Tool, said: Record<string, unknown>) =>
    post(
      server,
      '/rest/v1/tool_upvotes',
      { tool_id: id, user_id: author.id, reason: 'Works.', ...said },
      author.accessToken,
    )
  const listed = async ({ id }: Tool) =>
    (await visitor(server).rpc('list_recommendations', { tool_id: id })).data ?? []

  test('may be said with the reason, trimmed, and is shown; nothing is nothing', async () => {
    const [author, other, tool] = [await member(server), await member(server), await addTool(sql)]
    expect((await insert(author, tool, { author_role: ' Nurse\u00a0', used_for: 'years' })).status).toBe(201)
    expect((await insert(other, tool, { author_role: ' \t' })).status).toBe(201)
    expect(await listed(tool)).toMatchObject([
      { author_role: null, used_for: null },
      { author_role: 'Nurse', used_for: 'years', username: author.username },
    ])
    expect(await (await raw(server, `/tools/${tool.slug}`)).text()).toContain('used for more than a year')
  })

  test.each([
    [{ author_role: '👏'.repeat(41) }, 'author_role_length'],
    [{ author_role: 'two\nlines' }, 'hidden formatting'],
    [{ author_role: 'in\u202evisible' }, 'hidden formatting'],
    [{ used_for: 'decades' }, 'used_for_known'],
    [{ used_for: '' }, 'used_for_known'],
  ])('%j is refused in a new one and in an edit', async (said, message) => {
    const [author, tool] = [await member(server), await addTool(sql)]
    const refused = await insert(author, tool, said)
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(message)])
    const { upvote } = await written(author)
    const given = { upvote_id: upvote.id, reason: 'Works.', ...said }
    const edited = await post(server, '/rest/v1/rpc/edit_recommendation', given, author.accessToken)
    expect([edited.status, await edited.text()]).toEqual([400, expect.stringContaining(message)])
    expect(await rowOf(upvote)).toMatchObject({ author_role: null, used_for: null, edited_at: null })
  })

  test('is edited with the text, which moderators see; another role alone is an edit too', async () => {
    const author = await member(server)
    const { upvote, reporter } = await reported(server, author)
    const edit = (said: object) =>
      author.client.rpc('edit_recommendation', { upvote_id: upvote.id, reason: upvote.reason, ...said })
    await edit({ author_role: 'Buy at spam.example', used_for: 'month' })
    expect(await rowOf(upvote)).toMatchObject({ author_role: 'Buy at spam.example', used_for: 'month' })
    await decide(admin.client, await cardOf(admin.client, upvote), 'approved')
    const { edited_at } = await rowOf(upvote)
    expect((await edit({ author_role: 'Buy at spam.example', used_for: 'month' })).error).toBeNull()
    expect((await rowOf(upvote)).edited_at).toEqual(edited_at)
    await edit({})
    expect(await rowOf(upvote)).toMatchObject({ author_role: null, used_for: null, flag_status: null })
    expect((await report(upvote, reporter)).error).toBeNull()
    const watched = await admin.client.rpc('watch_flagged', { ids: [upvote.id] })
    expect(watched.data).toMatchObject({
      cards: [
        { author_role: null, former_texts: [{ author_role: 'Buy at spam.example' }, { author_role: null }] },
      ],
    })
  })
})

test('a member finds one helpful once, and takes it back; its author and moderators count for themselves', async () => {
  const [person, author, other] = [await member(server), await member(server), await member(server)]
  const { tool, upvote } = await written(author)
  const figures = () => sql`
    select t.upvote_count, s.score, s.trend, v.weight, v.flag_status, v.moderation_version
    from public.tools t join private.tool_stats s on s.tool_id = t.id join public.tool_upvotes v on v.tool_id = t.id
    where t.id = ${tool.id}`
  const before = await figures()
  expect((await mark(person, upvote)).data).toBe(1)
  expect((await mark(person, upvote)).data, 'twice').toBe(1)
  expect((await mark(admin, upvote)).data).toBe(2)
  expect(await figures()).toEqual(before)
  expect(await markedBy(person, upvote)).toEqual([upvote.id])
  expect(await markedBy(other, upvote)).toEqual([])
  expect((await mark(other, upvote, false)).data, 'nothing to take back').toBe(2)
  expect((await mark(person, upvote, false)).data).toBe(1)
  expect(await markedBy(person, upvote)).toEqual([])

  const own = await mark(author, upvote)
  expect([own.status, own.error?.message]).toEqual([403, 'You cannot mark your own recommendation'])
  expect((await mark(person, { id: crypto.randomUUID() })).status).toBe(404)
  expect(await countOf(upvote)).toBe(1)
})

test('what is hidden is not found, to members and moderators alike', async () => {
  const { upvote, reporter } = await reported(server, await member(server))
  for (const person of [reporter, admin, await member(server)])
    expect((await mark(person, upvote)).error?.message).toBe('Recommendation not found')
  expect(await countOf(upvote)).toBe(0)
})

test('the count is exact when many mark at once, one of them often, and somebody leaves', async () => {
  const { upvote } = await written()
  const people = await members(12)
  const [eager] = people
  if (!eager) throw new Error('there are twelve')
  await Promise.all([
    ...people.map((person) => mark(person, upvote)),
    ...[true, false, true, false, true].map((helpful) => mark(eager, upvote, helpful)),
  ])
  await mark(eager, upvote)
  expect(await countOf(upvote)).toBe(12)
  expect((await eager.client.rpc('delete_my_account', { confirm_username: eager.username })).error).toBeNull()
  expect(await countOf(upvote)).toBe(11)
  await sql`delete from auth.users where id = ${people[1]?.id ?? ''}`
  expect(await countOf(upvote)).toBe(10)
  expect(await checkFigures(sql)).toMatchObject({ problems: [] })
  await sql`update public.tool_upvotes set helpful_count = 99 where id = ${upvote.id}`
  await sql`select private.rebuild(${[upvote.tool_id]}::uuid[])`
  expect(await countOf(upvote)).toBe(10)
})

test('100 a day', async () => {
  const [person, { upvote }] = [await member(server), await written()]
  await sql`
    insert into private.rate_limits (key, points, expire) values (${`helpful:${person.id}`}, 99, 253402300799000)`
  expect((await mark(person, upvote)).error).toBeNull()
  const refused = await mark(person, upvote)
  expect([refused.status, refused.error?.message, refused.error?.hint]).toEqual([
    429,
    'You can find at most 100 recommendations helpful a day. Please try again tomorrow.',
    'helpful 100',
  ])
  expect((await mark(person, upvote, false)).data, 'taking back is free').toBe(0)
})

test('deleted and restored by a moderator it has its role and marks again; withdrawn or purged nothing is left', async () => {
  const [person, leaver, author] = [await member(server), await member(server), await member(server)]
  const { upvote } = await reported(server, author)
  await sql`update public.tool_upvotes set author_role = 'Nurse', used_for = 'year' where id = ${upvote.id}`
  await decide(admin.client, await cardOf(admin.client, upvote), 'approved')
  for (const one of [person, leaver]) await mark(one, upvote)
  expect(JSON.stringify((await person.client.rpc('export_my_data')).data)).toContain('"found_helpful":[{')
  expect((await author.client.rpc('export_my_data')).data).toMatchObject({
    upvotes: [{ role: 'Nurse', used_for: 'year', helpful: 2 }],
  })
  await report(upvote, await member(server))
  const { gone } = await decide(admin.client, await cardOf(admin.client, upvote), 'deleted')
  await sql`delete from auth.users where id = ${leaver.id}`
  expect((await undo(admin.client, gone?.undo ?? 0)).error).toBeNull()
  expect(await rowOf(upvote)).toMatchObject({ author_role: 'Nurse', used_for: 'year', helpful_count: 1 })
  expect(await markedBy(person, upvote)).toEqual([upvote.id])
  expect(await checkFigures(sql)).toMatchObject({ problems: [] })
  await author.client.from('tool_upvotes').delete().eq('id', upvote.id)
  expect(await sql`select from private.helpful_marks where member_id = ${person.id}`).toHaveLength(0)
})

describe('the order', () => {
  const page = (tool: Tool, given: object = {}) =>
    visitor(server)
      .rpc('list_recommendations', { tool_id: tool.id, ...given })
      .then(({ data, error }) => {
        if (error) throw new Error(error.message)
        return data
      })

  test('of each is complete and stable from page to page, whatever is added or marked meanwhile', async () => {
    const tool = await addTool(sql)
    const people = await members(23)
    const upvotes: Upvote[] = []
    for (const person of people) upvotes.push(await addUpvote(sql, tool, person))
    // Several have the same time, and the same number.
    await sql`update public.tool_upvotes set created_at = date_trunc('second', created_at) where tool_id = ${tool.id}`
    for (const [place, upvote] of upvotes.slice(0, 9).entries())
      for (const person of people.slice(10, 11 + (place % 3))) await mark(person, upvote)
    for (const sort of ['newest', 'helpful']) {
      const whole = (await page(tool, { sort, max_results: 100 })).map(({ id }) => id)
      const order = sort === 'newest' ? sql`` : sql`helpful_count desc,`
      const wanted = await sql<{ id: string }[]>`
        select id from public.tool_upvotes where tool_id = ${tool.id} order by ${order} created_at desc, id desc`
      expect(whole).toEqual(wanted.map(({ id }) => id))
      const read: string[] = []
      let after = {}
      for (;;) {
        const rows = await page(tool, { sort, max_results: 4, ...after })
        const last = rows.at(-1)
        if (!last) break
        read.push(...rows.map(({ id }) => id))
        after = { after_helpful: last.helpful_count, after_at: last.created_at, after_id: last.id }
        if (read.length === 8) await addUpvote(sql, tool, await member(server))
      }
      // The new one comes in between where its place was not reached yet.
      expect(read.filter((id) => whole.includes(id))).toEqual(whole)
      await sql`delete from public.tool_upvotes where tool_id = ${tool.id} and not (id = any (${whole}))`
    }
    expect(
      (await page(tool, { sort: 'helpful' })).slice(0, 3).map(({ helpful_count }) => helpful_count),
    ).toEqual([3, 3, 3])
    await expect(page(tool, { sort: 'oldest' })).rejects.toThrow('The order must be newest or helpful')
  })

  test('leaves out what is hidden, and says how many wait', async () => {
    const { tool, upvote } = await reported(server, await member(server))
    const marked = await addUpvote(sql, tool, await member(server))
    await mark(admin, marked)
    await addUpvote(sql, tool, await member(server))
    for (const sort of ['newest', 'helpful']) {
      const rows = await page(tool, { sort })
      expect(rows.map(({ hidden }) => hidden)).toEqual([1, 1])
      expect(rows.map(({ id }) => id)).not.toContain(upvote.id)
    }
    await report(marked, await member(server))
    expect(await page(tool, { sort: 'helpful' })).toMatchObject([{ helpful_count: 0, hidden: 2 }])
  })

  test('is in the address, and a cached page shows a mark at once', async () => {
    const { tool, upvote } = await written()
    const other = await addUpvote(sql, tool, await member(server))
    const shown = async (search: string) => {
      const text = await (await raw(server, `/tools/${tool.slug}${search}`)).text()
      return [text.indexOf(upvote.id) < text.indexOf(other.id), />Helpful<span[^>]*>1</.test(text)]
    }
    for (const search of ['', '?sort=helpful']) expect(await shown(search), search).toEqual([false, false])
    await mark(admin, upvote)
    expect(await shown('')).toEqual([false, true])
    expect(await shown('?sort=helpful')).toEqual([true, true])
    expect(await messageOf(mark(admin, upvote, false))).toBeUndefined()
    expect(await shown('?sort=helpful')).toEqual([false, false])
  })
})
