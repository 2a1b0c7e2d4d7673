import { beforeAll, describe, expect, test } from 'vitest'
import { administrator, member, type Person, raw } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addCategory, addFlag, addTool, addUpvote, first } from './rows.ts'

/** The audit log as administrators read it: names, search, filters, pages; and that nobody can change it. */

const server = await testServer()
const admin = await administrator(server)

async function read(wanted: Record<string, unknown> = {}) {
  const { data, error } = await admin.client.rpc('list_audit_log', wanted)
  expect(error).toBeNull()
  return data ?? []
}
/** Each entry as `action table`. */
const actionsOf = async (wanted: Record<string, unknown>) =>
  (await read(wanted)).map((entry) => `${entry.action} ${entry.table_name}`)

describe('an entry', () => {
  test('names the actor, the member and the subject, also after these are deleted', async () => {
    const [boss, author, reporter] = [await administrator(server), await member(server), await member(server)]
    const tool = await addTool(server.sql, { name: 'Named Tool' })
    const upvote = await addUpvote(server.sql, tool, author)
    await addFlag(server.sql, upvote, reporter)
    await boss.client.from('tool_upvotes').update({ flag_status: 'approved' }).eq('id', upvote.id)
    const search = { query: 'named tool approved' }
    expect(first(await read(search))).toMatchObject({
      actor_id: boss.id,
      actor: `@${boss.username}`,
      person: `@${author.username}`,
      subject: 'Named Tool',
      subject_slug: tool.slug,
      source: 'api',
      before: { flag_status: 'pending' },
      after: { flag_status: 'approved' },
    })
    await boss.client.from('tools').update({ name: 'Renamed Tool' }).eq('id', tool.id)
    expect(first(await read(search)).subject).toBe('Renamed Tool')
    await boss.client.from('tools').delete().eq('id', tool.id)
    await server.sql`delete from auth.users where id in (${boss.id}, ${author.id})`
    expect(first(await read(search))).toMatchObject({
      actor_id: boss.id,
      actor: null,
      person: null,
      subject: 'Named Tool',
      subject_slug: null,
    })
  })

  test('names categories before and after, also one that was deleted', async () => {
    const [old, next] = [
      await addCategory(server.sql, { name: 'Old Home' }),
      await addCategory(server.sql, { name: 'New Home' }),
    ]
    const tool = await addTool(server.sql, {}, [old, next])
    await admin.client.from('tools').update({ category_id: next.id }).eq('id', tool.id)
    await admin.client.from('categories').delete().eq('id', old.id)
    const entry = first((await read({ query: tool.slug })).filter(({ action }) => action === 'update'))
    expect(entry.names).toMatchObject({ [old.id]: 'Old Home', [next.id]: 'New Home' })
  })

  test('of one save has one timestamp', async () => {
    const categories = [await addCategory(server.sql), await addCategory(server.sql)]
    const slug = `one-save-${categories[0]?.slug}`
    const saved = await admin.client.rpc('save_tool', {
      name: 'One Save',
      slug,
      short_description: 'Saved at once',
      website_url: 'https://example.org',
      category_ids: categories.map(({ id }) => id),
    })
    expect(saved.error).toBeNull()
    const entries = await read({ query: 'one save' })
    expect(entries.map((entry) => entry.table_name).sort()).toContain('tool_categories')
    expect(new Set(entries.map((entry) => entry.created_at)).size).toBe(1)
  })

  test('names its source', async () => {
    const tool = await addTool(server.sql, { name: 'Doored' })
    const init = {
      method: 'PATCH',
      body: JSON.stringify({ featured: true }),
      headers: { apikey: server.secretKey },
    }
    const answer = await raw(server, `/rest/v1/tools?id=eq.${tool.id}`, init, server.secretKey)
    expect(answer.status).toBeLessThan(300)
    expect(first(await read({ query: 'doored' }))).toMatchObject({ source: 'key', actor_id: null })
    const person = await member(server)
    await server.sql`select private.grant_admin(${person.email}, 'command line')`
    await server.sql`delete from private.administrators where user_id = ${person.id}`
    await server.sql`select private.set_admin_emails(${[person.email]})`
    await server.sql`insert into private.verified_emails (user_id, email) values (${person.id}, ${person.email})
      on conflict do nothing`
    await server.sql`select private.set_admin_emails(${[person.email]})`
    const sources = (await read({ query: person.username })).map((entry) => entry.source)
    expect(sources).toEqual(['ADMIN_EMAILS', 'database', 'command line'])
  })

  test('of rows deleted with their tool or category is not listed', async () => {
    const [home, other] = [
      await addCategory(server.sql, { name: 'Doomed home' }),
      await addCategory(server.sql),
    ]
    const tool = await addTool(server.sql, { name: 'Doomed tool' }, [home, other])
    await addUpvote(server.sql, tool, await member(server))
    await admin.client.from('categories').delete().eq('id', home.id)
    await admin.client.from('tools').delete().eq('id', tool.id)
    expect(await actionsOf({ query: 'doomed' })).toEqual(['delete tools', 'delete categories'])
  })
})

describe('the search', () => {
  let boss: Person
  let target: Person
  beforeAll(async () => {
    boss = await administrator(server)
    target = await member(server, { username: 'sought-member', fullName: 'Sought After' })
    await boss.client
      .from('categories')
      .insert({ name: 'Searchable 100% "Ümlaut"', slug: 'searchable-thing' })
    await boss.client.from('categories').update({ name: 'Later name' }).eq('slug', 'searchable-thing')
    await boss.client.rpc('suspend_member', { member_id: target.id, reason: 'Spam' })
    await boss.client.rpc('lift_suspension', { member_id: target.id })
  })

  test.each([
    ['a thing by its name', 'searchable 100%', ['update categories', 'insert categories']],
    ['a thing by its address', 'searchable-thing', ['update categories', 'insert categories']],
    ['a thing by its later name', 'later NAME', ['update categories']],
    ['letters beyond ASCII', 'üMLAUT', ['update categories', 'insert categories']],
    ['an action', 'created searchable', ['insert categories']],
    ['a person by username', 'sought-member', ['update suspensions', 'insert suspensions']],
    ['a person as they are shown', '@sought-member', ['update suspensions', 'insert suspensions']],
    ['a person by full name', 'sought after', ['update suspensions', 'insert suspensions']],
    ['a person and an action', 'lifted sought', ['update suspensions']],
    ['nothing', 'searchable sought', []],
    ['no sign as a wildcard', 'search_ble 100_', []],
    ['no quotation as code', `searchable' or true --`, []],
  ])('finds %s', async (_, query, found) => {
    expect(await actionsOf({ query })).toEqual(found)
  })

  test('finds what an administrator did by their name', async () => {
    expect((await actionsOf({ query: boss.username })).slice(0, 4)).toEqual([
      'update suspensions',
      'insert suspensions',
      'update categories',
      'insert categories',
    ])
  })

  test('filters by kind, actor and time', async () => {
    const by = { done_by: boss.id }
    expect(await actionsOf({ ...by, kinds: ['categories'] })).toEqual([
      'update categories',
      'insert categories',
    ])
    expect(await actionsOf({ ...by, kinds: ['categories', 'suspensions'] })).toHaveLength(4)
    const [newest, second] = await read(by)
    expect(await actionsOf({ ...by, until: newest?.created_at })).toHaveLength(3)
    expect(await actionsOf({ ...by, since: newest?.created_at })).toEqual(['update suspensions'])
    expect(await actionsOf({ ...by, since: second?.created_at, until: newest?.created_at })).toEqual([
      'insert suspensions',
    ])
    expect(await actionsOf({ done_by: target.id })).toEqual([])
    const actors = (await admin.client.rpc('list_audit_actors')).data
    expect(actors).toContainEqual({ id: boss.id, name: `@${boss.username}` })
  })

  test('has what was merged among what it was', async () => {
    const by = await administrator(server)
    const [category, tool] = [await addCategory(server.sql), await addTool(server.sql)]
    const gone = [await addCategory(server.sql), await addTool(server.sql)] as const
    await by.client.rpc('merge_categories', { gone: gone[0].id, kept: category.id })
    await by.client.rpc('merge_tools', { gone: gone[1].id, kept: tool.id })
    const subjectsOf = async (...kinds: string[]) =>
      (await read({ done_by: by.id, kinds })).map(({ subject }) => subject)
    expect(await subjectsOf('categories')).toEqual([category.name])
    expect(await subjectsOf('tools', 'tool_categories')).toEqual([tool.name])
    expect(await subjectsOf('administrators')).toEqual([])
  })

  test('pages without gaps or repetitions, also with equal timestamps', async () => {
    const categories = await Promise.all(Array.from({ length: 7 }, () => addCategory(server.sql)))
    const tool = await addTool(server.sql, { name: 'Paged entries' })
    await admin.client
      .from('tool_categories')
      .insert(categories.map(({ id }) => ({ tool_id: tool.id, category_id: id })))
    const seen: number[] = []
    let cursor = {}
    for (let page = 0; page < 5; page++) {
      const entries = await read({ query: 'paged entries', max_results: 3, ...cursor })
      seen.push(...entries.map(({ id }) => id))
      const last = entries.at(-1)
      if (entries.length < 3) break
      cursor = { before_created_at: last?.created_at, before_id: last?.id }
    }
    expect(seen).toHaveLength(7)
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a))
  })
})

describe('nobody changes an entry', () => {
  test.each(['anon', 'authenticated', 'service_role'])('as %s', async (role) => {
    for (const statement of [
      `insert into public.audit_log (action, table_name, row_id) values ('insert', 'tools', gen_random_uuid())`,
      `update public.audit_log set action = 'delete'`,
      'delete from public.audit_log',
      'truncate public.audit_log',
    ])
      await expect(
        server.sql.begin(async (sql) => {
          await sql.unsafe(`set local role ${role}`)
          await sql.unsafe(statement)
        }),
        statement,
      ).rejects.toThrow(/permission denied/)
  })

  test('as the owner of the database', async () => {
    for (const statement of [
      `update public.audit_log set search = ''`,
      `update public.audit_log set source = 'api'`,
      `update public.audit_log set person_id = gen_random_uuid()`,
      `update public.audit_log set subject = ''`,
      `update public.audit_log set import_id = gen_random_uuid()`,
      'delete from public.audit_log',
      'truncate public.audit_log',
    ])
      await expect(server.sql.unsafe(statement), statement).rejects.toThrow('The audit log is append-only')
  })
})
