import { describe, expect, test } from 'vitest'
import { administrator, member, type Person, post, raw } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addCategory, addFlag, addTool, addUpvote, daysAgo, type Tool } from './rows.ts'

/** How much a member and a network may write (decision 035): the database counts rows, whatever the client does. */

const server = await testServer({ TRUST_PROXY: 'loopback' })
const author = await member(server)

type Rows = Record<string, unknown>[]

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index))
const addTools = (count: number) => Promise.all(times(count, () => addTool(server.sql)))
const upvoteOf = (person: Person, tool: Tool, reason = `It does ${tool.slug} well.`) => ({
  tool_id: tool.id,
  user_id: person.id,
  reason,
})
const upvotesOf = async (person: Person, count: number) =>
  (await addTools(count)).map((tool) => upvoteOf(person, tool))

/** A member whose account is older than a week. */
async function oldMember(): Promise<Person> {
  const person = await member(server)
  await server.sql`update public.profiles set created_at = ${daysAgo(8)} where id = ${person.id}`
  return person
}

/** Sends rows in parts of ten until one is refused, then one by one; returns how many were accepted and the refusal. */
async function fill(person: Person, table: string, rows: Rows) {
  const send = (some: Rows) => post(server, `/rest/v1/${table}`, some, person.accessToken)
  let written = 0
  for (let size = 10; ; ) {
    const part = rows.slice(written, written + size)
    const answer = await send(part)
    if (answer.status === 201) written += part.length
    else if (size > 1) size = 1
    else {
      const retryAfter = Number(answer.headers.get('retry-after'))
      return { written, status: answer.status, body: await answer.json(), retryAfter }
    }
    if (written === rows.length) return { written, status: 201, body: null }
  }
}

describe('every table that members may insert into', () => {
  const writable = async () =>
    (
      await server.sql<{ name: string }[]>`
        select c.relname as name from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
          and has_any_column_privilege('authenticated', c.oid, 'insert') order by 1`
    ).map(({ name }) => name)

  /** Valid rows of a member's. */
  const ROWS: Record<string, (person: Person, count: number) => Promise<Rows>> = {
    tool_upvotes: upvotesOf,
    upvote_flags: async (person, count) => {
      const upvotes = await Promise.all(
        (await addTools(count)).map((tool) => addUpvote(server.sql, tool, author)),
      )
      return upvotes.map(({ id }) => ({ upvote_id: id, flagged_by: person.id, reason: 'Spam' }))
    },
    upvote_appeals: async (person, count) => {
      const upvotes = await Promise.all(
        (await addTools(count)).map((tool) => addUpvote(server.sql, tool, person)),
      )
      for (const upvote of upvotes) await addFlag(server.sql, upvote, author)
      await server.sql`update public.tool_upvotes set flag_status = 'rejected' where user_id = ${person.id}`
      return upvotes.map(({ id }) => ({ upvote_id: id, reason: 'It is not' }))
    },
    categories: async (_, count) => times(count, (index) => ({ name: 'Mine', slug: `mine-${index}` })),
    tools: async (_, count) =>
      times(count, (index) => ({
        name: 'Mine',
        slug: `mine-${index}`,
        short_description: 'Mine',
        website_url: 'https://example.org',
      })),
    tool_categories: async (_, count) => {
      const category = await addCategory(server.sql)
      return (await addTools(count)).map((tool) => ({ tool_id: tool.id, category_id: category.id }))
    },
  }

  /** Rows a day, and in the first week of an account; none where only administrators may insert. */
  const LIMITS: Record<string, { usual: number; new: number; says: string }> = {
    tool_upvotes: { usual: 30, new: 10, says: 'You can recommend at most % tools a day' },
    upvote_flags: { usual: 20, new: 20, says: 'You can report at most % recommendations a day' },
    upvote_appeals: { usual: 20, new: 20, says: 'You can appeal at most % decisions a day' },
  }

  test('refuses more than ten rows in a request, and more than a number a day', async () => {
    const tables = await writable()
    expect(Object.keys(ROWS).sort(), 'a new table needs a bound').toEqual(tables)
    for (const table of tables) {
      const [rows, limit] = [ROWS[table], LIMITS[table]]
      for (const age of ['new', 'usual'] as const) {
        const person = age === 'new' ? await member(server) : await oldMember()
        const all = (await rows?.(person, (limit?.[age] ?? 0) + 1)) ?? []
        if (!limit) {
          expect(await fill(person, table, all), table).toMatchObject({ written: 0, status: 403 })
          continue
        }
        const bulk = await post(server, `/rest/v1/${table}`, all.slice(0, 11), person.accessToken)
        expect([bulk.status, await bulk.json()], table).toMatchObject([
          400,
          { message: 'One request writes at most 10 rows. Please send fewer at a time.' },
        ])
        const inFirstWeek = limit.new < limit.usual && age === 'new' ? ' in your first week' : ''
        const refused = await fill(person, table, all)
        // The first row was written some seconds ago.
        expect(refused.retryAfter, table).toBeGreaterThan(23 * 3600)
        expect(refused.retryAfter, table).toBeLessThanOrEqual(24 * 3600)
        expect(refused, table).toMatchObject({
          written: limit[age],
          status: 429,
          body: {
            code: 'PT429',
            message: `${limit.says.replace('%', String(limit[age]))}${inFirstWeek}. Please try again tomorrow.`,
          },
        })
      }
    }
  }, 60_000)

  test('lets administrators and the service’s key write many rows at once', async () => {
    const admin = await administrator(server)
    const categories = times(20, (index) => ({ name: `Many ${index}`, slug: `many-${index}` }))
    expect((await admin.client.from('categories').insert(categories)).error).toBeNull()
    const headers = { apikey: server.secretKey, authorization: `Bearer ${server.secretKey}` }
    const body = JSON.stringify(await upvotesOf(author, 40))
    expect((await raw(server, '/rest/v1/tool_upvotes', { method: 'POST', body, headers })).status).toBe(201)
  })
})

describe('the count of a member', () => {
  test('holds when everything is sent at once', async () => {
    const person = await member(server)
    const rows = await upvotesOf(person, 40)
    const answers = await Promise.all(rows.map((row) => person.client.from('tool_upvotes').insert(row)))
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(10).fill(201),
      ...Array(30).fill(429),
    ])
  })

  test('begins anew after a day, and neither refused rows nor those of other tables count', async () => {
    const person = await member(server)
    const rows = await upvotesOf(person, 11)
    for (let turn = 0; turn < 3; turn++)
      await person.client
        .from('tool_upvotes')
        .insert({ ...upvoteOf(person, await addTool(server.sql)), reason: '' })
    const flag = {
      upvote_id: (await addUpvote(server.sql, await addTool(server.sql), author)).id,
      reason: 'Spam',
    }
    expect(
      (await person.client.from('upvote_flags').insert({ ...flag, flagged_by: person.id })).error,
    ).toBeNull()
    expect(await fill(person, 'tool_upvotes', rows)).toMatchObject({ written: 10, status: 429 })
    await server.sql`
      update private.rate_limits set expire = expire - 24 * 3600 * 1000 where key = ${`tool_upvotes:${person.id}`}`
    expect(await fill(person, 'tool_upvotes', rows.slice(10))).toMatchObject({ written: 1, status: 201 })
  })

  test('is deleted by a later write once it is over', async () => {
    const [person, next] = [await member(server), await member(server)]
    await fill(person, 'tool_upvotes', await upvotesOf(person, 1))
    const kept = () =>
      server.sql`select key from private.rate_limits where key = ${`tool_upvotes:${person.id}`}`
    expect(await kept()).toHaveLength(1)
    await server.sql`update private.rate_limits set expire = 0 where key = ${`tool_upvotes:${person.id}`}`
    await fill(next, 'tool_upvotes', await upvotesOf(next, 1))
    expect(await kept()).toHaveLength(0)
  })
})

describe('the count of a network', () => {
  const send = (person: Person, row: unknown, network: string, headers: Record<string, string> = {}) =>
    raw(
      server,
      '/rest/v1/tool_upvotes',
      { method: 'POST', body: JSON.stringify(row), headers: { 'x-forwarded-for': network, ...headers } },
      person.accessToken,
    )
  /** A hundred upvotes of ten members. */
  async function use(network: string) {
    for (const person of await Promise.all(times(10, () => member(server))))
      expect((await send(person, await upvotesOf(person, 10), network)).status).toBe(201)
  }

  test('is a hundred rows, whoever writes them, and other networks are not affected', async () => {
    await use('93.184.216.34')
    const person = await member(server)
    const [row] = await upvotesOf(person, 1)
    const refused = await send(person, row, '93.184.216.34')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 3600)
    expect([refused.status, await refused.json()]).toMatchObject([
      429,
      { message: 'Too much was sent from your network today. Please try again tomorrow.' },
    ])
    const forged = { 'cf-connecting-ip': '8.8.8.8', 'request.network': 'mine', 'x-real-ip': '8.8.8.8' }
    expect((await send(person, row, '8.8.8.8, 93.184.216.34', forged)).status, 'a forged address').toBe(429)
    expect((await send(person, row, '93.184.216.35')).status).toBe(201)
  })

  test('covers an IPv6 /64; addresses of a private network, which may be a proxy’s, have none', async () => {
    await use('2a00:1450:4001:82a::1')
    const person = await member(server)
    const [row, next] = await upvotesOf(person, 2)
    expect((await send(person, row, '2a00:1450:4001:82a::2')).status).toBe(429)
    await use('192.168.0.7')
    expect((await send(person, row, '192.168.0.7')).status).toBe(201)
    expect((await send(person, next, '2a00:1450:4001:82b::1')).status).toBe(201)
  })

  test.each([
    [{ 'cf-connecting-ip': '8.8.8.8', 'x-forwarded-for': '1.1.1.1' }, '8.8.8.8'],
    [{ 'cf-connecting-ip': '2a00:1450:4001:82a::1' }, '2a00:1450:4001:82a::'],
    [{ 'x-forwarded-for': '1.1.1.1' }, null],
  ])('on a Supabase project is what Cloudflare says: %j', async (headers, network) => {
    const [row] = await server.sql.begin(async (sql) => {
      await sql`select set_config('request.headers', ${JSON.stringify(headers)}, true)`
      return sql`select private.request_network() as network`
    })
    expect(row?.network).toBe(network)
  })

  test('is stored without the address', async () => {
    const keys = await server.sql<{ key: string }[]>`select key from private.rate_limits`
    expect(keys.filter(({ key }) => key.startsWith('tool_upvotes:')).length).toBeGreaterThan(0)
    for (const { key } of keys) expect(key).toMatch(/^[a-z_-]+:([\w-]{43}|[0-9a-f-]{36})$/)
  })
})
