import { beforeEach, expect, test } from 'vitest'
import { administrator, member, type Person, raw, recommend } from '../support/actors.ts'
import { row } from '../support/catalogue-lines.ts'
import { testServer } from '../support/test-file.ts'
import { eventsOf, transferOf } from './transfer.ts'

/** An import taken back in one step. */

let admin: Person
const server = await testServer()
beforeEach(async () => {
  admin = await administrator(server)
})
const { send, importing, toolsNamed } = transferOf(() => ({ server, admin }))

const undo = async (id: string | undefined) => {
  const response = await raw(server, `/transfer/v1/undo?import=${id}`, { method: 'POST' }, admin.accessToken)
  return { status: response.status, ...(await response.json()) }
}

const stateOf = (prefix: string) =>
  server.sql`
    select tools.name, slug, short_description, pricing, featured,
      array(select c.name from public.tool_categories tc join public.categories c on c.id = tc.category_id
        where tc.tool_id = tools.id order by c.id is distinct from tools.category_id, tc.position) as categories
    from public.tools where slug like ${`${prefix}%`} order by slug`

test('deletes what it created and restores what it changed', async () => {
  await importing([row('back-a', { categories: ['Back', 'Front'] }), row('back-b')].join('\n'))
  const before = await stateOf('back-')
  const events = await eventsOf(
    await send(
      'import',
      [
        row('back-a', { name: 'Other', pricing: 'free', categories: ['Back new', 'Front'] }),
        row('back-b', { featured: true, categories: ['Back'] }),
        row('back-c', { categories: ['Back new'] }),
      ].join('\n'),
    ),
  )
  const { id } = events.find(({ type }) => type === 'imported') ?? {}
  expect(await undo(id)).toEqual({ status: 200, deleted: 2, restored: 2, kept: 0 })
  expect(await stateOf('back-')).toEqual(before)
  expect(await server.sql`select from public.categories where slug = 'back-new'`).toHaveLength(0)
  const [entry] = await server.sql`
    select actor_id, action, before from public.audit_log where row_id = ${id ?? null} order by id desc limit 1`
  expect(entry).toMatchObject({
    actor_id: admin.id,
    action: 'delete',
    before: { file: 'tools.jsonl', undone: id },
  })
  expect(await undo(id)).toMatchObject({ status: 409, message: 'This import has been undone already' })
})

test('leaves what was changed or recommended since', async () => {
  await importing(row('later-a', { license: 'MIT' }))
  const events = await eventsOf(
    await send(
      'import',
      [
        row('later-a', { name: 'Imported', license: 'GPL' }),
        row('later-b'),
        row('later-c', { categories: ['Later'] }),
        row('later-d'),
      ].join('\n'),
    ),
  )
  const { id } = events.find(({ type }) => type === 'imported') ?? {}
  await server.sql`update public.tools set name = 'Mine' where slug in ('later-a', 'later-b')`
  await recommend(server, await member(server), 'later-c', 'I use it every day.')
  expect(await undo(id)).toMatchObject({ status: 200, deleted: 1, restored: 1, kept: 3 })
  expect(
    await server.sql`select slug, name, license from public.tools where slug like 'later-%' order by slug`,
  ).toEqual([
    { slug: 'later-a', name: 'Mine', license: 'MIT' },
    { slug: 'later-b', name: 'Mine', license: null },
    { slug: 'later-c', name: 'The later-c', license: null },
  ])
})

test('of something else is refused', async () => {
  for (const id of ['none', '00000000-0000-4000-8000-000000000000'])
    expect(await undo(id)).toMatchObject({ status: 404, message: 'There is no such import' })
  expect(await toolsNamed('none-')).toEqual([])
})
