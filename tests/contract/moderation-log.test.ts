import { beforeAll, describe, expect, test } from 'vitest'
import { administrator, member, raw, visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { answer, cardOf, decide, remove, reported, undo } from './queue.ts'
import { addTool, addUpvote } from './rows.ts'

/** The public moderation log: what was decided, when and on which tool, and nothing about members. */

const server = await testServer({ RATE_LIMITS: 'off' })
const [admin, other, author] = [
  await administrator(server),
  await administrator(server, 'moderator'),
  await member(server, { username: 'Log_Author' }),
]

/** What a visitor reads about this tool, newest first. */
async function logged(tool: { name: string }) {
  const { data, error } = await visitor(server).rpc('list_moderation_log', { max_results: 100 })
  expect(error).toBeNull()
  return (data ?? []).filter(({ tool_name }) => tool_name === tool.name)
}
const kinds = async (tool: { name: string }) =>
  (await logged(tool)).map(({ decision, on_appeal }) => decision + (on_appeal ? ' on appeal' : ''))

const setLog = async (value: 'public' | 'off') => {
  const { data } = await admin.client.rpc('get_site_settings')
  const expected_version = data?.[0]?.version ?? 0
  const saved = await admin.client.rpc('save_site_settings', {
    settings: { moderation_log: value },
    expected_version,
  })
  expect(saved.error).toBeNull()
}

describe('a decision', () => {
  test('is in it at once, with the tool and the time, until it is undone', async () => {
    for (const decision of ['approved', 'rejected']) {
      const { tool, upvote } = await reported(server, author)
      expect(await kinds(tool)).toEqual([])
      const { card } = await decide(other.client, await cardOf(other.client, upvote), decision)
      expect(await logged(tool)).toMatchObject([
        { decision, tool_name: tool.name, tool_slug: tool.slug, on_appeal: false, reason: null },
      ])
      expect((await undo(other.client, card?.decision?.id ?? 0)).error).toBeNull()
      expect(await kinds(tool)).toEqual([])
    }
  })

  test('by a plain call is in it too, once for all reports', async () => {
    const { tool, upvote } = await reported(server, author)
    await admin.client.from('upvote_flags').update({ status: 'rejected' }).eq('upvote_id', upvote.id)
    await admin.client.from('tool_upvotes').update({ flag_status: 'approved' }).eq('id', upvote.id)
    expect(await kinds(tool)).toEqual(['approved', 'rejected'])
  })

  test('about an appeal says so', async () => {
    const { tool, upvote } = await reported(server, author)
    await decide(admin.client, await cardOf(admin.client, upvote), 'rejected')
    await answer(upvote, author)
    await decide(other.client, await cardOf(other.client, upvote), 'approved')
    expect(await kinds(tool)).toEqual(['approved on appeal', 'rejected'])
  })

  test('to delete is in it, by the queue and by a plain call, until it is undone; an author’s own is not', async () => {
    const { tool, upvote } = await reported(server, author)
    const decision = await remove(admin.client, upvote)
    expect(await kinds(tool)).toEqual(['deleted'])
    expect((await undo(admin.client, decision)).error).toBeNull()
    expect(await kinds(tool)).toEqual([])
    await admin.client.from('tool_upvotes').delete().eq('id', upvote.id)
    expect(await kinds(tool)).toEqual(['deleted'])

    const own = await addTool(server.sql)
    const { id } = await addUpvote(server.sql, own, author)
    await author.client.from('tool_upvotes').delete().eq('id', id)
    expect(await kinds(own)).toEqual([])
  })

  test('stays when recommendation, author and tool are deleted', async () => {
    const leaving = await member(server)
    const { tool, upvote } = await reported(server, leaving)
    await decide(admin.client, await cardOf(admin.client, upvote), 'rejected')
    await leaving.client.rpc('delete_my_account', { confirm_username: leaving.username })
    expect(await kinds(tool)).toEqual(['rejected'])
    await server.sql`delete from public.tools where id = ${tool.id}`
    expect(await logged(tool)).toMatchObject([{ decision: 'rejected', tool_slug: null }])
  })
})

test('names no member', async () => {
  const { tool, upvote, reporter } = await reported(server, author, { reason: 'My words' })
  await decide(other.client, await cardOf(other.client, upvote), 'rejected')
  const texts = [
    JSON.stringify(await logged(tool)),
    await (await raw(server, '/moderation')).text(),
    await (await raw(server, '/moderation/feed.xml')).text(),
  ]
  expect(texts[1]).toContain(tool.name)
  expect(texts[2]).toContain(`Hid a recommendation of ${tool.name}`)
  for (const text of texts)
    for (const secret of [author, reporter, other].flatMap(({ id, username }) => [id, username]))
      expect(text.includes(secret), secret).toBe(false)
  for (const text of texts) expect(text).not.toMatch(/My words/)
})

test('the page and the feed show a decision at once, and nothing while the owner has turned them off', async () => {
  const page = async (path = '/moderation') => {
    const response = await raw(server, path)
    return [response.status, await response.text()] as const
  }
  const { tool, upvote } = await reported(server, author)
  expect((await page())[1]).not.toContain(tool.name)
  await decide(admin.client, await cardOf(admin.client, upvote), 'rejected')
  expect((await page())[1]).toContain(tool.name)
  await server.sql`update public.tools set name = 'Renamed meanwhile' where id = ${tool.id}`
  expect((await page())[1]).toContain('Renamed meanwhile')
  expect((await page('/terms'))[1]).toContain('href="/moderation"')
  await setLog('off')
  try {
    expect((await page())[0]).toBe(404)
    expect((await page('/moderation/feed.xml'))[0]).toBe(404)
    expect((await page('/terms'))[1]).not.toContain('href="/moderation"')
    expect((await visitor(server).rpc('list_moderation_log')).data).toEqual([])
    const { data } = await visitor(server).rpc('count_moderation_log', { since: '2026-01-01T00:00:00Z' })
    expect(data).toEqual([{ approved: 0, rejected: 0, deleted: 0, on_appeal: 0 }])
  } finally {
    await setLog('public')
  }
})

describe('of a hundred thousand decisions', () => {
  beforeAll(async () => {
    await server.sql`
      insert into private.moderation_log (id, decision, decided_at, tool_name, on_appeal)
      select 1000000 + n, (array['approved', 'rejected', 'deleted'])[1 + n % 3],
        now() - interval '1 day' - n * interval '5 minutes', 'Old ' || n, n % 10 = 0
      from generate_series(1, 100000) n`
    await server.sql`vacuum analyze private.moderation_log`
  }, 60_000)

  test('a page is read by the index, the last as the first, each decision once', async () => {
    const seen: number[] = []
    let cursor = {}
    for (let page = 0; page < 4; page++) {
      const { data } = await visitor(server).rpc('list_moderation_log', { ...cursor, max_results: 25 })
      const last = data?.at(-1)
      seen.push(...(data ?? []).map(({ id }) => id))
      cursor = { before_at: last?.decided_at, before_id: last?.id }
    }
    expect(new Set(seen).size).toBe(100)
    const [body] = await server.sql<{ source: string }[]>`
      select prosrc as source from pg_proc where proname = 'list_moderation_log'`
    for (const at of ['infinity', '2026-02-01T00:00:00Z']) {
      const statement = (body?.source ?? '')
        .replaceAll('before_at', `'${at}'::timestamptz`)
        .replaceAll('before_id', 'null::bigint')
        .replaceAll('max_results', '30')
      const [plan] = await server.sql.unsafe<{ 'QUERY PLAN': unknown }[]>(
        `explain (analyze, buffers, format json) ${statement}`,
      )
      const text = JSON.stringify(plan)
      expect(text).toContain('moderation_log_newest')
      expect(text).not.toContain(
        'Seq Scan","Parent Relationship":"Outer","Parallel Aware":false,"Async Capable":false,"Relation Name":"moderation_log"',
      )
      // Pages of eight kilobytes: the index's and those of thirty rows.
      expect(Number(/"Shared Hit Blocks":\s*(\d+)/.exec(text)?.[1])).toBeLessThan(200)
    }
  })

  test('the figures count from an index alone', async () => {
    const [body] = await server.sql<{ source: string }[]>`
      select prosrc as source from pg_proc where proname = 'count_moderation_log'`
    const statement = (body?.source ?? '').replaceAll('since', `now() - interval '90 days'`)
    const [plan] = await server.sql.unsafe(`explain (analyze, format json) ${statement}`)
    expect(JSON.stringify(plan)).toContain('Index Only Scan')
  })
})
