import { describe, expect, test } from 'vitest'
import { administrator, member, type Person, raw, visitor } from '../support/actors.ts'
import { findForeignTerms } from '../support/schema-org.ts'
import { testServer } from '../support/test-file.ts'
import { addFlag, addTool, addUpvote } from './rows.ts'
import { readSitemap } from './sitemap.ts'
import { lift, suspend } from './suspensions.ts'

/** A member's page: what it shows, to whom it is closed, and who links to it. */

const server = await testServer({ RATE_LIMITS: 'off' })
const { sql } = server
const admin = await administrator(server)
const NAME = 'Zerlina Quibble'

async function page(name: string) {
  const response = await fetch(`${server.url}/members/${name}`, { redirect: 'manual' })
  return { status: response.status, html: await response.text(), headers: response.headers }
}
const pageOf = ({ username }: Person) => page(username)
const setPage = (one: Person, has_page: boolean, of = one) =>
  one.client.from('profiles').update({ has_page }).eq('id', of.id).select('has_page')
const htmlOf = async (slug: string) => (await raw(server, `/tools/${slug}`)).text()
const linkTo = ({ username }: Person) => `href="/members/${username}"`
const submit = (tool: { id: string }, { id }: Person) =>
  sql`insert into public.tool_submitters (tool_id, user_id) values (${tool.id}, ${id})`

describe('the page', () => {
  test('shows since when, the visible recommendations and what was sent in; never the full name', async () => {
    const [person, reporter] = [await member(server, { fullName: NAME }), await member(server)]
    const [shown, hidden, sent] = [await addTool(sql), await addTool(sql), await addTool(sql)]
    await addUpvote(sql, shown, person)
    await addFlag(sql, await addUpvote(sql, hidden, person), reporter)
    await submit(sent, person)
    const { status, html } = await pageOf(person)
    expect(status).toBe(200)
    for (const part of [`@${person.username}`, 'Member since', shown.name, sent.name, 'an hour a day'])
      expect(html).toContain(part)
    for (const part of [hidden.name, NAME, person.email]) expect(html).not.toContain(part)
    expect(html).toContain(`<link rel="canonical" href="${server.url}/members/${person.username}"/>`)
    const json = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? ''
    expect(findForeignTerms(JSON.parse(json))).toEqual([])
    expect(json).toContain('"ProfilePage"')
  })

  test('has one address in lower case, and does not exist for other names', async () => {
    const person = await member(server, { username: 'Mixed_Case' })
    const moved = await pageOf(person)
    expect([moved.status, moved.headers.get('location')]).toEqual([308, '/members/mixed_case'])
    expect((await page('mixed_case')).html).toContain('@Mixed_Case')
    for (const name of ['nobody-of-that-name', 'x', '%F0%9F%8E%A8', 'a*', 'a,b', 'x'.repeat(31)])
      expect((await page(name)).status, name).toBe(404)
  })

  test('is offered to search engines once it has something', async () => {
    const [empty, writer, sender] = [await member(server), await member(server), await member(server)]
    await addUpvote(sql, await addTool(sql), writer)
    await submit(await addTool(sql), sender)
    const hider = await member(server)
    await addFlag(sql, await addUpvote(sql, await addTool(sql), hider), writer)
    const isOffered = async (one: Person) => !(await pageOf(one)).html.includes('noindex')
    const listed = (await readSitemap(server, '/sitemaps/members.xml')).map(({ path }) => path)
    expect((await readSitemap(server, '/sitemap.xml')).map(({ path }) => path)).toContain(
      '/sitemaps/members.xml',
    )
    for (const [one, offered] of [
      ...[[empty, false] as const, [hider, false] as const],
      ...[[writer, true] as const, [sender, true] as const],
    ]) {
      expect(await isOffered(one)).toBe(offered)
      expect(listed.includes(`/members/${one.username}`)).toBe(offered)
    }
    await setPage(writer, false)
    expect((await readSitemap(server, '/sitemaps/members.xml')).map(({ path }) => path)).not.toContain(
      `/members/${writer.username}`,
    )
  })
})

describe('a page that is turned off', () => {
  test('answers exactly like one of a member who does not exist, and is linked nowhere', async () => {
    const [person, tool] = [await member(server), await addTool(sql)]
    await addUpvote(sql, tool, person)
    await submit(tool, person)
    expect((await htmlOf(tool.slug)).split(linkTo(person))).toHaveLength(3)
    expect(await (await raw(server, '/')).text()).toContain(linkTo(person))
    expect((await setPage(person, false)).data).toEqual([{ has_page: false }])
    const unknown = `member-${'0'.repeat(10)}`
    const [off, none] = [await pageOf(person), await page(unknown)]
    expect(off.status).toBe(404)
    expect(off.html.replaceAll(person.username, unknown)).toBe(none.html)
    expect([...off.headers.keys()].sort()).toEqual([...none.headers.keys()].sort())
    expect(await htmlOf(tool.slug)).toContain(`@${person.username}`)
    for (const html of [await htmlOf(tool.slug), await (await raw(server, '/')).text()])
      expect(html).not.toContain(linkTo(person))
    await setPage(person, true)
    expect((await pageOf(person)).status).toBe(200)
  })

  test('is the member’s choice alone', async () => {
    const [person, other] = [await member(server), await member(server)]
    for (const one of [other, admin, await administrator(server, 'moderator')])
      expect((await setPage(one, false, person)).data).toEqual([])
    const { error } = await visitor(server).from('profiles').update({ has_page: false }).eq('id', person.id)
    expect(error?.code).toBe('42501')
    expect((await pageOf(person)).status).toBe(200)
    expect(JSON.stringify((await person.client.rpc('export_my_data')).data)).toContain('"has_page":true')
  })
})

test('a suspended member has no page; afterwards they have what they had', async () => {
  const [open, closed, tool] = [await member(server), await member(server), await addTool(sql)]
  for (const one of [open, closed]) await addUpvote(sql, tool, one)
  await setPage(closed, false)
  for (const one of [open, closed]) expect((await suspend(admin, one)).error).toBeNull()
  for (const one of [open, closed]) expect((await pageOf(one)).status).toBe(404)
  expect(await htmlOf(tool.slug)).toContain(`@${open.username}`)
  expect(await htmlOf(tool.slug)).not.toContain(linkTo(open))
  for (const one of [open, closed]) expect((await lift(admin, one)).error).toBeNull()
  expect([(await pageOf(open)).status, (await pageOf(closed)).status]).toEqual([200, 404])
  expect(await htmlOf(tool.slug)).toContain(linkTo(open))
})

test('the parts of the sitemap take digits of an id, and nothing else', async () => {
  const list = (digits: string) => visitor(server).rpc('list_sitemap_pages', { kind: 'members', digits })
  const person = await member(server)
  await addUpvote(sql, await addTool(sql), person)
  const [digit = ''] = person.id
  expect((await list(digit)).data?.map(({ path }) => path)).toContain(`/members/${person.username}`)
  expect((await list(digit)).data?.every(({ id }) => id.startsWith(digit))).toBe(true)
  expect((await list('zz')).status).toBe(400)
  expect((await visitor(server).rpc('list_sitemap_pages', { kind: 'admins' })).status).toBe(400)
})
