import { createServer } from 'node:http'
import postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { administrator, member, raw, visitor } from '../support/actors.ts'
import type { Page } from '../support/stub-internet.ts'
import { testServer } from '../support/test-file.ts'
import { startPageless } from '../support/test-server.ts'
import { addTool, type Tool } from './rows.ts'

/** Links are checked by the queue, and their outcome is told to visitors and editors (decision 191). */

const server = await testServer({ RATE_LIMITS: 'off' })
const { sql, internet } = server
const editor = await administrator(server, 'editor')

const turn = (link_checks: 'off' | 'weekly') =>
  sql`select private.write_site_settings(${JSON.stringify({ link_checks })}::text::jsonb, null, null)`
beforeAll(async () => void (await turn('weekly')))

/** What must never be asked. */
let askedInside = 0
const inside = createServer((_, response) => {
  askedInside++
  response.end('secret')
})
await new Promise<void>((resolve) => inside.listen(internet.port, '127.0.0.2', resolve))
afterAll(() => {
  inside.close()
  expect(askedInside).toBe(0)
})

const told: string[] = []
const listener = postgres(server.databaseUrl, { max: 1, onnotice: () => undefined })
afterAll(() => listener.end())
await listener.listen('plaudit_changes', (names) => told.push(...names.split(' ')))
/** The notices of checked links since it was last asked. */
async function notices(): Promise<string[]> {
  await sql`select pg_notify('plaudit_changes', 'end')`
  await expect.poll(() => told.includes('end')).toBe(true)
  return told.splice(0).filter((name) => name.startsWith('link_checks'))
}

let number = 0
let host = ''
let tool: Tool
const newHost = () => {
  const name = `link-${++number}.example`
  internet.addresses[name] = ['127.0.0.1']
  return name
}
beforeEach(async () => {
  // Each test's links alone are due.
  await sql`delete from public.tools`
  host = newHost()
  tool = await addTool(sql, { website_url: `http://${host}/` })
  await notices()
})

const status =
  (code: number, headers = {}): Page =>
  (_, response) =>
    void response.writeHead(code, headers).end()
const serve = (page: Page, path = '/') => {
  internet.pages[host + path] = page
}
const askedOf = (name: string) => internet.asked.filter((each) => each.host === name)

const soon = <T>(read: () => T) => expect.poll(read, { timeout: 20_000 })
interface Row {
  state: string
  reason: string | null
  leads_to: string | null
  failed_days: number
  is_dead: boolean
}
const rowOf = async ({ id }: Tool) =>
  (
    await sql<Row[]>`
      select state, reason, leads_to, failed_days, is_dead from public.link_checks
      where tool_id = ${id} and next_at > now()`
  )[0]
/** No job waits or is worked. */
const isDone = () => soon(() => sql`select from pgboss.job where name = 'links'`).toHaveLength(0)
/** Has it checked now, and resolves to what was found. */
async function check(of = tool): Promise<Row | undefined> {
  await sql`select private.queue_link_checks()`
  await isDone()
  await sql`update public.link_checks set next_at = now() where tool_id = ${of.id}`
  await sql`select private.queue_link_checks()`
  await soon(() => rowOf(of)).toBeTruthy()
  // What is asked while a job is ending waits for the next minute.
  await isDone()
  return rowOf(of)
}
const aDayLater = () =>
  sql`update public.link_checks set checked_at = checked_at - interval '1 day' where tool_id = ${tool.id}`
/** What visitors see of it. */
const seen = async () =>
  (await visitor(server).from('tools').select('link_checks(checked_in, is_dead)').eq('id', tool.id).single())
    .data?.link_checks
const page = async () => (await fetch(`${server.url}/tools/${tool.slug}`)).text()
const DEAD = 'This website was not available when we last checked.'

describe('a check finds', () => {
  const redirect = (location: string, code = 301) => status(code, { location })

  test.each<[string, () => void, Partial<Row>]>([
    ['one that answers', () => serve(status(200)), { state: 'ok', reason: null }],
    ['one that is gone', () => undefined, { state: 'dead', reason: '404' }],
    ['one that fails', () => serve(status(500)), { state: 'dead', reason: '500' }],
    ['one without a name', () => delete internet.addresses[host], { state: 'dead', reason: 'unknown_name' }],
    ['one that never answers', () => serve(() => undefined), { state: 'dead', reason: 'timeout' }],
    ['one that is not for us', () => serve(status(403)), { state: 'refused', reason: '403' }],
    [
      'one that its robots.txt keeps',
      () => serve((_, response) => void response.end('User-agent: *\nDisallow: /'), '/robots.txt'),
      { state: 'refused', reason: 'robots' },
    ],
    [
      'one in a private network',
      () => (internet.addresses[host] = ['127.0.0.2']),
      { state: 'refused', reason: 'private' },
    ],
  ])('%s', async (_, prepare, expected) => {
    prepare()
    expect(await check()).toMatchObject(expected)
  })

  test('where one has moved, if that is an address', async () => {
    const [from, other] = [host, newHost()]
    internet.pages[`${other}/new`] = status(200)
    serve(redirect(`http://${other}/new`))
    expect(await check()).toMatchObject({ state: 'moved', leads_to: `http://${other}/new` })
    // Longer than an address may be.
    const long = `/${'x'.repeat(3000)}`
    internet.pages[other + long] = status(200)
    host = from
    serve(redirect(`http://${other}${long}`))
    expect(await check()).toMatchObject({ state: 'moved', leads_to: null })
  })
})

describe('a dead one', () => {
  test('says so to visitors after failures on three days, until it answers', async () => {
    expect(await seen()).toBeNull()
    for (const day of [1, 2, 3]) {
      expect(await check()).toMatchObject({ state: 'dead', failed_days: day, is_dead: day === 3 })
      // Several times on one day.
      expect(await check()).toMatchObject({ failed_days: day })
      expect((await seen())?.is_dead).toBe(day === 3)
      if (day < 3) {
        expect(await page()).not.toContain(DEAD)
        await aDayLater()
      }
    }
    await soon(page).toContain(DEAD)
    const month = `${new Date().toISOString().slice(0, 7)}-01`
    expect(await seen()).toEqual({ checked_in: month, is_dead: true })
    serve(status(200))
    expect(await check()).toMatchObject({ state: 'ok', failed_days: 0 })
    await soon(page).not.toContain(DEAD)
    expect(await page()).toContain('Last checked')
  })

  test('is checked again the next day, all others in a week', async () => {
    const days = async () => {
      const [row] = await sql<{ days: number }[]>`
        select round(extract(epoch from next_at - now()) / 86400)::int as days from public.link_checks
        where tool_id = ${tool.id}`
      return row?.days
    }
    await check()
    expect(await days()).toBe(1)
    serve(status(200))
    await check()
    expect(await days()).toBe(7)
  })

  test('is none while nothing at all answers: that is our own network', async () => {
    const others = await Promise.all(
      [1, 2].map(() => addTool(sql, { website_url: `http://nowhere-${++number}.example/` })),
    )
    delete internet.addresses[host]
    await sql`select private.queue_link_checks()`
    await soon(
      async () =>
        (
          await sql`select state::text, output ->> 'reason' as reason from pgboss.job where name = 'links'`
        )[0],
    ).toEqual({ state: 'retry', reason: 'offline' })
    for (const each of [tool, ...others]) expect(await rowOf(each)).toBeUndefined()
    internet.addresses[host] = ['127.0.0.1']
    serve(status(200))
    await sql`update pgboss.job set start_after = now() where name = 'links'`
    await soon(() => rowOf(tool)).toMatchObject({ state: 'ok' })
    for (const each of others) await soon(() => rowOf(each)).toMatchObject({ reason: 'unknown_name' })
  })

  test('is believed of several that are due alone, after some tries', async () => {
    const tools = [
      tool,
      ...(await Promise.all(
        [1, 2].map(() => addTool(sql, { website_url: `http://nowhere-${++number}.example/` })),
      )),
    ]
    delete internet.addresses[host]
    await sql`select private.queue_link_checks()`
    const tries = async () =>
      (
        await sql<{ retry_count: number }[]>`
        select retry_count from pgboss.job where name = 'links' and state = 'retry' and start_after > now()`
      )[0]?.retry_count
    for (let tried = 0; tried < 8; tried++) {
      await soon(tries).toBe(tried)
      for (const each of tools) expect(await rowOf(each)).toBeUndefined()
      await sql`update pgboss.job set start_after = now() where name = 'links'`
    }
    for (const each of tools) await soon(() => rowOf(each)).toMatchObject({ state: 'dead', failed_days: 1 })
  })
})

describe('visitors', () => {
  test('are told anew when they see something else, by the tool: once in a month, or where its state changes', async () => {
    serve(status(200))
    await check()
    expect(await notices()).toEqual([`link_checks#${tool.id}`])
    await check()
    serve(status(404))
    await check()
    expect(await notices()).toEqual([])
    await sql`update public.link_checks set checked_at = checked_at - interval '32 days' where tool_id = ${tool.id}`
    await check()
    expect(await notices()).toEqual([`link_checks#${tool.id}`])
  })

  test('read nothing but the month and whether it is dead, nor do members and editors', async () => {
    await check()
    const path = (select: string) => `/rest/v1/link_checks?select=${select}&tool_id=eq.${tool.id}`
    for (const token of [undefined, (await member(server)).accessToken, editor.accessToken]) {
      const allowed = await raw(server, path('tool_id,checked_in,is_dead'), {}, token)
      expect(await allowed.json()).toHaveLength(1)
      for (const column of [
        'state',
        'reason',
        'leads_to',
        'took_ms',
        'checked_at',
        'failed_days',
        'next_at',
        '*',
      ])
        expect((await raw(server, path(column), {}, token)).status, column).toBe(token ? 403 : 401)
      const sorted = await raw(server, `${path('tool_id')}&order=next_at`, {}, token)
      expect(sorted.status).toBe(token ? 403 : 401)
    }
  })

  test('see nothing of it where the owner has switched it off, and nobody is asked', async () => {
    serve(status(200))
    await check()
    expect(await page()).toContain('Last checked')
    await turn('off')
    await soon(page).not.toContain('Last checked')
    const before = internet.asked.length
    await sql`select private.queue_link_checks()`
    expect(await sql`select from public.link_checks`).toHaveLength(0)
    expect(await sql`select from pgboss.job where name = 'links'`).toHaveLength(0)
    expect(internet.asked).toHaveLength(before)
    await turn('weekly')
  })
})

describe('a changed address', () => {
  test('begins anew, and what was asked of the former one is not noted', async () => {
    await check()
    const held: (() => void)[] = []
    serve((_, response) => {
      held.push(() => response.writeHead(500).end())
    })
    await sql`update public.link_checks set next_at = now() where tool_id = ${tool.id}`
    await sql`select private.queue_link_checks()`
    await soon(() => held.length).toBe(1)
    await sql`update public.tools set website_url = ${`http://${newHost()}/`} where id = ${tool.id}`
    expect(await sql`select from public.link_checks where tool_id = ${tool.id}`).toHaveLength(0)
    await sql`select private.queue_link_checks()`
    await soon(async () => {
      for (const answer of held.splice(0)) answer()
      return sql`select from pgboss.job where name = 'links'`
    }).toHaveLength(0)
    const [row] = await sql<
      Row[]
    >`select reason, failed_days from public.link_checks where tool_id = ${tool.id}`
    expect(row?.reason).not.toBe('500')
    expect(row?.failed_days).toBeLessThan(2)
  })
})

describe('the queue', () => {
  /** Hosts with a tool each; the tools last, since the queue may be asked at any time. */
  const others = (count: number, pageOf: (place: number) => Page, all = [internet]) => {
    const names = Array.from({ length: count }, newHost)
    for (const [place, name] of names.entries())
      for (const { pages, addresses } of all) {
        addresses[name] = ['127.0.0.1']
        pages[`${name}/`] = pageOf(place)
      }
    return Promise.all(
      names.map(async (name) => ({ name, tool: await addTool(sql, { website_url: `http://${name}/` }) })),
    )
  }
  const isChecked = ({ tool }: { tool: Tool }) => rowOf(tool)

  test('of two processes checks each link once', async () => {
    const second = await startPageless({ DATABASE_URL: server.databaseUrl })
    const slowly: Page = (_, response) => void setTimeout(() => response.end(), 20)
    const sites = await others(30, () => slowly, [internet, second.internet])
    await Promise.all([sql, second.sql].map((on) => on`select private.queue_link_checks()`))
    for (const site of sites) await soon(() => isChecked(site)).toMatchObject({ state: 'ok' })
    const heads = [internet, second.internet].flatMap(({ asked }) =>
      asked.filter(({ host: name, path }) => path === '/' && sites.some((site) => site.name === name)),
    )
    expect(heads).toHaveLength(sites.length)
    await second.close()
  })

  test('whose process ends in the middle goes on with what is left', async () => {
    let isHeld = true
    let held = 0
    const sites = await others(12, (place) => (_, response) => {
      if (place < 6 || !isHeld) response.end()
      else held++
    })
    await sql`select private.queue_link_checks()`
    for (const site of sites.slice(0, 6)) await soon(() => isChecked(site)).toMatchObject({ state: 'ok' })
    await soon(() => held).toBeGreaterThan(0)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'plaudit-work' and datname = current_database()`
    expect(await sql`select from pgboss.job where name = 'links'`).toHaveLength(1)
    isHeld = false
    for (const site of sites) await soon(() => isChecked(site)).toMatchObject({ state: 'ok' })
    for (const { name } of sites.slice(0, 6))
      expect(askedOf(name).filter(({ path }) => path === '/')).toHaveLength(1)
  })

  test('asks a host that says that it is too much for no more', async () => {
    const name = newHost()
    for (const path of ['/1', '/2', '/3']) {
      internet.pages[name + path] = status(429)
      await addTool(sql, { website_url: `http://${name}${path}` })
    }
    await sql`select private.queue_link_checks()`
    await isDone()
    expect(new Set(askedOf(name).map(({ path }) => path)).size).toBe(2)
  })
})
