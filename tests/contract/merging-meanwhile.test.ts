import { afterEach, describe, expect, test } from 'vitest'
import { checkFigures } from '../../server/product/check/check-figures.ts'
import { administrator, member, type Person } from '../support/actors.ts'
import { startSecondProcess } from '../support/second-process.ts'
import { closing, testServer } from '../support/test-file.ts'
import { proveClaim } from './claims.ts'
import { ids, mergingOn } from './merging.ts'
import { addCategory, addTool, addUpvote, type Upvote } from './rows.ts'

/** What a merge does to the tool and the category, in every process, and what happens meanwhile (decision 194). */

const server = await testServer({ RATE_LIMITS: 'off' })
const second = closing(await startSecondProcess(server))
const { sql } = server
const moderator = await administrator(server, 'moderator')
const { editor, client, merge, undo, undoing, countOf, shownOf, toolOf, ask, pair } = await mergingOn(server)

// Whatever a test did, the figures are those that follow from the rows.
afterEach(async () => expect(await checkFigures(sql)).toMatchObject({ problems: [] }))

describe('the tool', () => {
  test('fills gaps of the other and adds its categories; an undo takes back what nobody changed since', async () => {
    const [a, b] = [await addCategory(sql), await addCategory(sql)]
    const gone = await addTool(
      sql,
      { pricing: 'paid', license: 'MIT', platforms: ['ios'], logo: '/logo.png', open_source: false },
      [a, b],
    )
    const kept = await addTool(sql, { pricing: 'free' }, [b])
    await merge(gone, kept)
    const filled = {
      pricing: 'free',
      license: 'MIT',
      platforms: ['ios'],
      logo: '/logo.png',
      open_source: false,
      category_id: b.id,
    }
    expect(await toolOf(kept)).toMatchObject(filled)
    expect(await sql`select tool_count from public.categories where id in ${sql([a.id, b.id])}`).toEqual([
      { tool_count: 1 },
      { tool_count: 1 },
    ])
    await sql`update public.tools set license = 'Apache-2.0' where id = ${kept.id}`
    await undo(gone)
    const own = {
      pricing: 'free',
      license: 'Apache-2.0',
      platforms: [],
      logo: null,
      open_source: null,
      category_id: b.id,
    }
    expect(await toolOf(kept)).toMatchObject(own)
    const { updated_at: _, ...same } = gone
    expect(await toolOf(gone)).toMatchObject(same)
    expect(await sql`select private.categories_of(${gone.id}) as ids`).toEqual([{ ids: [a.id, b.id] }])
  })

  test('redirects from its slugs in every process, and is back in all after an undo', async () => {
    const { gone, kept } = await pair()
    await sql`update public.tools set slug = ${`${gone.slug}-new`} where id = ${gone.id}`
    const [old, now] = [`/tools/${gone.slug}`, `/tools/${gone.slug}-new`]
    for (const at of [server, second]) expect(await ask(now, at)).toBe('200')
    await merge(gone, kept)
    for (const at of [server, second])
      for (const path of [old, now]) await expect.poll(() => ask(path, at)).toBe(`308 /tools/${kept.slug}`)
    await undo(gone)
    for (const at of [server, second]) {
      await expect.poll(() => ask(now, at)).toBe('200')
      await expect.poll(() => ask(old, at)).toBe(`308 ${now}`)
    }
  })

  test('returns under another slug where its own was taken, and without a category that is gone', async () => {
    const category = await addCategory(sql)
    const [gone, kept] = [await addTool(sql, {}, [category]), await addTool(sql)]
    await merge(gone, kept)
    await addTool(sql, { slug: gone.slug })
    await sql`delete from public.categories where id = ${category.id}`
    await undo(gone)
    const { slug, category_id } = await toolOf(gone)
    expect([slug === gone.slug, category_id]).toEqual([false, null])
  })

  test('is one entry of the log, and another when it is undone', async () => {
    const { gone, kept } = await pair()
    await merge(gone, kept)
    await undo(gone)
    const entries = await sql`
      select action, table_name, subject, actor_id, coalesce(after, before) ->> 'gone_name' as name from public.audit_log
      where row_id in ${sql([gone.id, kept.id])} or subject_id in ${sql([gone.id, kept.id])} order by id`
    const entry = { table_name: 'merges', subject: kept.name, actor_id: editor.id, name: gone.name }
    expect(entries).toEqual([
      { action: 'insert', ...entry },
      { action: 'delete', ...entry },
    ])
  })
})

describe('what happens meanwhile', () => {
  test('a recommendation is on the kept tool or refused, while 30 write and others merge and undo', async () => {
    const [gone, kept] = [await addTool(sql), await addTool(sql)]
    const people = await Promise.all(Array.from({ length: 30 }, () => member(server)))
    const writes = people.map(async ({ id, client: own }, at) => {
      const tool = at % 3 === 0 ? kept : gone
      return own.from('tool_upvotes').insert({ tool_id: tool.id, user_id: id, reason: `Reason ${at}.` })
    })
    const merges = [0, 1, 2].map(() => client.rpc('merge_tools', { gone: gone.id, kept: kept.id }))
    const answers = await Promise.all(writes)
    const merged = (await Promise.all(merges)).map(({ error }) => error?.code)
    expect(merged.toSorted()).toEqual(['PT404', 'PT404', undefined].toSorted())
    const refused = answers.filter(({ error }) => error !== null)
    expect(new Set(refused.map(({ error }) => error?.code))).toEqual(
      new Set(refused.length > 0 ? ['PT404'] : []),
    )
    expect(await countOf(kept)).toBe(30 - refused.length)
    const undone = await Promise.all([0, 1].map(() => undoing(gone)))
    expect(undone.map((error) => error?.code).toSorted()).toEqual([undefined, undefined])
    expect(Number(await countOf(gone)) + Number(await countOf(kept))).toBe(30 - refused.length)
  })

  test('merged on, it is undone in the opposite order, and all slugs lead to the last', async () => {
    const { gone, kept, both, twice, stays, moved } = await pair()
    const last = await addTool(sql)
    const third = await addUpvote(sql, last, both)
    await merge(gone, kept)
    await merge(kept, last)
    for (const { slug } of [gone, kept]) expect(await ask(`/tools/${slug}`)).toBe(`308 /tools/${last.slug}`)
    expect(await shownOf(both.client, last)).toEqual(ids(third, moved, stays[1]))
    expect(await undoing(gone)).toMatchObject({ code: 'PT409', details: 'later' })
    await undo(kept)
    expect(await shownOf(both.client, kept)).toEqual(ids(moved, ...stays))
    await undo(gone)
    expect(await shownOf(both.client, gone)).toEqual(ids(moved, twice))
  })

  test('the kept tool is deleted, or a week passes: it can no longer be undone, and nothing is kept', async () => {
    const one = await pair()
    await merge(one.gone, one.kept)
    await sql`delete from public.tools where id = ${one.kept.id}`
    expect(await undoing(one.gone)).toMatchObject({ code: 'PT409', message: 'This can no longer be undone' })
    const two = await pair()
    await merge(two.gone, two.kept)
    await sql`update private.merges set merged_at = now() - interval '8 days' where gone = ${two.gone.id}`
    expect(await undoing(two.gone)).toMatchObject({ code: 'PT409' })
    await sql`select private.forget_undos()`
    expect(
      await sql`select entry, moved, rest, filled from private.merges where gone = ${two.gone.id}`,
    ).toEqual([{ entry: null, moved: null, rest: null, filled: null }])
    // It is known what it became.
    expect(await ask(`/tools/${two.gone.slug}`)).toBe(`308 /tools/${two.kept.slug}`)
  })

  test('an account that is deleted is in no record of a merge, and the rest returns', async () => {
    const { gone, kept, both, left, moved } = await pair()
    for (const { id: tool_id } of [gone, kept]) await both.client.rpc('set_saved', { tool_id })
    await left.client.rpc('set_saved', { tool_id: gone.id })
    await proveClaim(sql, gone, both)
    await sql`update public.tools set website_url = 'https://elsewhere.example/' where id = ${kept.id}`
    await merge(gone, kept)
    await both.client.rpc('delete_my_account', { confirm_username: both.username })
    const [record] = await sql<
      { text: string }[]
    >`select m::text as text from private.merges m where gone = ${gone.id}`
    expect(record?.text).toContain(left.id)
    expect(record?.text).not.toContain(both.id)
    await undo(gone)
    expect(await shownOf(left.client, gone)).toEqual([moved.id])
  })
})

describe('categories', () => {
  test('become one with their tools and followers, redirect, and are two again', async () => {
    const [gone, kept] = [await addCategory(sql), await addCategory(sql)]
    const one = await addTool(sql, {}, [gone])
    const two = await addTool(sql, {}, [gone, kept])
    const three = await addTool(sql, {}, [kept])
    const [both, left] = [await member(server), await member(server)]
    for (const { id: category_id } of [gone, kept]) await both.client.rpc('set_followed', { category_id })
    await left.client.rpc('set_followed', { category_id: gone.id })
    const follows = async (who: Person) =>
      (await who.client.rpc('list_my_follows')).data?.map((row) => row.category_id).sort()
    const primaries = () =>
      sql`select category_id as id from public.tools where id in ${sql([one.id, two.id, three.id])} order by created_at`
    const counts = () =>
      sql`select id, tool_count from public.categories where id in ${sql([gone.id, kept.id])} order by created_at`
    expect((await client.rpc('merge_categories', { gone: gone.id, kept: kept.id })).error).toBeNull()
    expect(await counts()).toEqual([{ id: kept.id, tool_count: 3 }])
    expect((await primaries()).map(({ id }) => id)).toEqual([kept.id, kept.id, kept.id])
    expect([await follows(both), await follows(left)]).toEqual([[kept.id], [kept.id]])
    for (const at of [server, second])
      await expect.poll(() => ask(`/categories/${gone.slug}`, at)).toBe(`308 /categories/${kept.slug}`)
    const log =
      await sql`select action, table_name, subject from public.audit_log where subject_id = ${kept.id} or row_id = ${gone.id}`
    expect(log).toEqual([{ action: 'insert', table_name: 'merges', subject: kept.name }])
    await undo(gone)
    expect(await counts()).toEqual([
      { id: gone.id, tool_count: 2 },
      { id: kept.id, tool_count: 2 },
    ])
    expect((await primaries()).map(({ id }) => id)).toEqual([gone.id, gone.id, kept.id])
    expect([await follows(both), await follows(left)]).toEqual([ids(gone, kept), [gone.id]])
    expect(await ask(`/categories/${gone.slug}`)).toBe('200')
  })
})

test('nobody but editors and administrators merges, and the same is not merged with itself', async () => {
  const [gone, kept] = [await addTool(sql), await addTool(sql)]
  const request = { gone: gone.id, kept: kept.id }
  for (const name of ['merge_tools', 'merge_categories'] as const) {
    for (const { client: other } of [await member(server), moderator])
      expect((await other.rpc(name, request)).error).toMatchObject({
        code: '42501',
        message: `Only administrators and editors may merge ${name === 'merge_tools' ? 'tools' : 'categories'}`,
      })
    const none = { gone: crypto.randomUUID(), kept: crypto.randomUUID() }
    expect((await client.rpc(name, none)).error?.code).toBe('PT404')
    expect((await client.rpc(name, { gone: gone.id, kept: gone.id })).error?.code).toBe('22023')
  }
  expect((await undoing({ id: crypto.randomUUID() }))?.code).toBe('PT409')
  await merge(gone, kept)
  expect(await sql`select from private.merges where gone = ${gone.id}`).toHaveLength(1)
})

const found = async (): Promise<Upvote[] | unknown> =>
  (await client.rpc('list_duplicates', { page_size: 100 })).data
describe('duplicates', () => {
  test('are found by address and by name, with a preview, unless they are said to be two', async () => {
    await sql`delete from public.tools`
    const a = await addTool(sql, { name: 'Same One', website_url: 'https://a.example/?utm_source=x' })
    const b = await addTool(sql, { name: 'same-one', website_url: 'http://www.a.example' })
    const c = await addTool(sql, { name: 'Other', website_url: 'https://a.example/' })
    await addTool(sql, { name: 'Alone', website_url: 'https://alone.example/' })
    const all = JSON.parse(JSON.stringify(await found()))
    expect(all).toHaveLength(new Set(all.map(JSON.stringify)).size)
    expect(all.filter((row: { same_address: boolean }) => row.same_address)).toHaveLength(2)
    expect(all.some((row: { same_name: boolean }) => row.same_name)).toBe(true)
    for (const one of [a, b, c])
      for (const other of [a, b, c])
        if (one !== other)
          expect((await client.rpc('set_not_duplicates', { one: one.id, other: other.id })).error).toBeNull()
    expect(await found()).toEqual([])
    await client.rpc('set_not_duplicates', { one: a.id, other: b.id, are_two: false })
    await addUpvote(sql, a, await member(server))
    const { data } = await client.rpc('preview_merge', { gone: a.id, kept: b.id })
    expect(data).toMatchObject({
      gone: { id: a.id, saved: 0, upvote_count: 1 },
      kept: { id: b.id },
      recommendations: 1,
      twice: 0,
      filled: [],
    })
  })

  test('of three the first and the last are still a pair when both differ from the second', async () => {
    await sql`delete from public.tools`
    const ids: string[] = []
    for (const name of ['One', 'Two', 'Three'])
      ids.push((await addTool(sql, { name, website_url: 'https://same.example/' })).id)
    const [one = '', two = '', three = ''] = ids.sort()
    const pairs = async () =>
      (await client.rpc('list_duplicates').throwOnError()).data
        .map((row) => JSON.stringify([row.one, row.other].map((tool) => Object(tool).id)))
        .sort()
    expect(await pairs()).toEqual([JSON.stringify([one, two]), JSON.stringify([two, three])].sort())
    for (const other of [one, three])
      await client.rpc('set_not_duplicates', { one: two, other }).throwOnError()
    expect(await pairs()).toEqual([JSON.stringify([one, three])])
    await client.rpc('set_not_duplicates', { one, other: three }).throwOnError()
    expect(await pairs()).toEqual([])
  })
})
