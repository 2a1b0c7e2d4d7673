import { expect, test } from 'vitest'
import { administrator, member, messageOf, type Person } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addCategory, addTool, DAY } from './rows.ts'
import { suspend } from './suspensions.ts'

/** Categories and lists that members follow: what is new in them is told once a day, in one notice. */

const server = await testServer({ RATE_LIMITS: 'off' })
const { sql } = server
const admin = await administrator(server)

const follow = ({ client }: Person, what: { category_id?: string; list_id?: string }, followed = true) =>
  client.rpc('set_followed', { ...what, followed })
const followsOf = async ({ client }: Person) =>
  (await client.rpc('list_my_follows')).data?.map(({ path }) => path)
const told = async ({ client }: Person) =>
  (await client.rpc('list_my_notices')).data?.map(({ kind, details }) => {
    const places = Object.entries(Object(details)).find(([key]) => key === 'places')?.[1]
    return { kind, places }
  })
/** As the job does, on the `day`th day from now; `most` rows at a time. */
async function tell(day: number, most = 1000): Promise<void> {
  const until = new Date(Date.now() + day * DAY)
  for (;;) {
    const [row] = await sql<{ more: boolean }[]>`
      select private.tell_follows(${most}, ${until}) as more`
    if (!row?.more) return
  }
}
/** A public list of a new member, with what it takes to fill it. */
async function addList(name: string) {
  const owner = await member(server)
  const { data: id = '' } = await owner.client.rpc('save_my_list', { name, is_public: true })
  const list_id = id ?? ''
  const [row] = await sql<
    { address: string }[]
  >`select address from private.member_lists where id = ${list_id}`
  const put = async () => owner.client.rpc('set_listed', { list_id, tool_id: (await addTool(sql)).id })
  return { owner, list_id, path: `/lists/${row?.address}`, put }
}

test('what is new where one follows is one notice, about all that is unread', async () => {
  const [person, other] = [await member(server), await member(server)]
  const [one, two] = [await addCategory(sql), await addCategory(sql)]
  const list = await addList('A list')
  await addTool(sql, {}, [one])
  for (const what of [{ category_id: one.id }, { category_id: two.id }, { list_id: list.list_id }])
    expect((await follow(person, what)).data).toBe(true)
  await follow(other, { category_id: two.id })
  await follow(list.owner, { list_id: list.list_id })
  expect((await followsOf(person))?.sort()).toEqual(
    [`/categories/${one.slug}`, `/categories/${two.slug}`, list.path].sort(),
  )
  await tell(1, 1)
  expect(await told(person), 'what was there before is not new').toEqual([])

  const later = (days: number) => ({ created_at: new Date(Date.now() + days * DAY).toISOString() })
  for (const days of [1.2, 1.3]) await addTool(sql, later(days), [one])
  await addTool(sql, later(1.4), [one, two])
  await list.put()
  await sql`update private.member_list_tools set added_at = now() + interval '30 hours' where list_id = ${list.list_id}`
  await tell(2, 1)
  const news = (path: string, tools: number) => expect.objectContaining({ path, tools })
  const first = [news(`/categories/${one.slug}`, 3), news(`/categories/${two.slug}`, 1), news(list.path, 1)]
  expect(await told(person)).toEqual([{ kind: 'followed_news', places: expect.arrayContaining(first) }])
  expect(await told(other)).toEqual([{ kind: 'followed_news', places: [news(`/categories/${two.slug}`, 1)] }])
  expect(await told(list.owner), 'what one did oneself is no news').toEqual([])
  await tell(2)
  expect(await told(person)).toHaveLength(1)

  await addTool(sql, later(2.5), [two])
  await tell(3)
  const [merged] = (await told(person)) ?? []
  expect(merged?.places).toContainEqual(news(`/categories/${two.slug}`, 2))
  expect(await told(person)).toHaveLength(1)
  await person.client.rpc('read_notices', { up_to: 9_000_000_000 })
  await addTool(sql, later(3.5), [two])
  await tell(4)
  expect((await told(person))?.map(({ places }) => places)[0]).toEqual([news(`/categories/${two.slug}`, 1)])
  expect(await told(person)).toHaveLength(2)
  const { data } = await person.client.rpc('export_my_data')
  expect(data).toMatchObject({
    follows: [{ category: one.name }, { category: two.name }, { list: 'A list' }],
  })

  for (const what of [{ category_id: one.id }, { category_id: two.id }, { list_id: list.list_id }])
    expect((await follow(person, what, false)).data).toBe(false)
  await addTool(sql, later(4.5), [one, two])
  await tell(5)
  expect(await told(person)).toHaveLength(2)
  await sql`delete from public.tools where created_at > now()`
})

test('a list that is private, hidden or of a suspended member is neither followed nor told', async () => {
  const person = await member(server)
  const list = await addList('Here today')
  expect((await follow(person, { list_id: list.list_id })).data).toBe(true)
  const show = (is_public: boolean) =>
    list.owner.client.rpc('save_my_list', { name: 'Here today', is_public, list_id: list.list_id })
  await show(false)
  await list.put()
  await tell(1)
  expect([await told(person), await followsOf(person)]).toEqual([[], []])
  const late = await member(server)
  expect((await follow(late, { list_id: list.list_id })).status).toBe(404)
  await show(true)
  expect(await followsOf(person)).toEqual([list.path])
  await suspend(admin, list.owner)
  expect((await follow(late, { list_id: list.list_id })).status).toBe(404)
  expect(await followsOf(person)).toEqual([])
})

test('what a member follows is theirs alone, bounded, and goes with the account and the category', async () => {
  const [person, category] = [await member(server), await addCategory(sql)]
  await follow(person, { category_id: category.id })
  await follow(person, { category_id: category.id })
  expect(await followsOf(person)).toHaveLength(1)
  expect(await followsOf(admin)).toEqual([])
  expect((await follow(person, {})).status).toBe(400)
  expect((await follow(person, { category_id: category.id, list_id: crypto.randomUUID() })).status).toBe(400)
  expect((await follow(person, { category_id: crypto.randomUUID() })).status).toBe(404)
  await sql`
    with made as (
      insert into public.categories (name, slug) select 'C ' || n, 'c-' || n from generate_series(1, 99) n returning id
    )
    insert into private.follows (member_id, category_id) select ${person.id}, id from made`
  const one = await addCategory(sql)
  expect(await messageOf(follow(person, { category_id: one.id }))).toBe(
    'You can follow at most 100 categories and lists',
  )
  await sql`delete from public.categories where slug like 'c-%'`
  expect(await followsOf(person)).toHaveLength(1)
  await sql`update private.rate_limits set points = 300 where key = ${`follows:${person.id}`}`
  expect(await messageOf(follow(person, { category_id: one.id }))).toBe(
    'You can follow something at most 300 times a day. Please try again tomorrow.',
  )
  await sql`delete from auth.users where id = ${person.id}`
  expect(await sql`select from private.follows where member_id = ${person.id}`).toHaveLength(0)
})
