import { describe, expect, test, vi } from 'vitest'
import { administrator, member, type Person, raw } from '../support/actors.ts'
import { row } from '../support/catalogue-lines.ts'
import { importLines } from '../support/command-line.ts'
import { startSecondProcess } from '../support/second-process.ts'
import { closing } from '../support/test-file.ts'
import { startServerProcess } from '../support/test-server.ts'
import { proveClaim } from './claims.ts'
import { expectExact, PAGES, publicReads, seeAll } from './exactness.ts'
import { addCategory, addTool, addUpvote } from './rows.ts'

/**
 * The cache is exact: two processes cache everything and one nothing, on one database. After each kind of change, by
 * each way of making it, every page and read of the two equals what the third reads from the database.
 */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const shared = { PUBLIC_URL: 'https://tools.example.org', RATE_LIMITS: 'off' }
const server = closing(await startServerProcess(shared))
const second = closing(await startSecondProcess(server, shared))
const oracle = closing(await startSecondProcess(server, { ...shared, CACHE_MB: '0' }))
const { sql } = server
const admin = await administrator(server)
const [writer, reader, reporter] = [
  await member(server, { username: 'First-Writer' }),
  await member(server),
  await member(server),
]
const apps = await addCategory(sql, { name: 'Apps', slug: 'apps' })
const music = await addCategory(sql, { name: 'Music', slug: 'music' })
const tool = await addTool(sql, { name: 'First', slug: 'first' }, [apps, music])
const other = await addTool(sql, { name: 'Other', slug: 'other' }, [apps])
const upvote = await addUpvote(sql, tool, writer)

const reads = () => publicReads(tool, writer)
const everything = () => [...PAGES, ...reads()]
const expectSeen = (change: () => PromiseLike<unknown>, changed: readonly string[]) =>
  expectExact({ here: server, there: second, oracle }, everything(), change, changed)

async function done(request: PromiseLike<{ error: unknown }>): Promise<void> {
  expect((await request).error).toBeNull()
}

test('repeated requests are cache hits', async () => {
  await seeAll(server, everything())
  await seeAll(server, everything())
  for (const address of ['/', '/tools/first', '/categories', '/terms', ...reads().slice(-5)]) {
    const read = () => (address.startsWith('/rest/') ? raw(server, address) : fetch(server.url + address))
    await (await read()).text()
    const again = await read()
    expect(again.headers.get('cache-status'), address).toBe('plaudit; hit')
  }
})

describe('a tool', () => {
  test('changed by an administrator', async () => {
    const change = { name: 'Primus', short_description: 'Another text.', featured: true }
    await expectSeen(
      () => done(admin.client.from('tools').update(change).eq('id', tool.id)),
      [
        ...['/', '/tools/first', '/categories/apps', '/categories/music', '/tools/other', '/?sort=top'],
        ...['/alternatives/first', '/alternatives/other', '/compare?tools=first,other'],
        '/members/first-writer',
      ],
    )
  })

  test('given a logo, and the logo removed', async () => {
    await expectSeen(
      () => done(admin.client.from('tools').update({ logo: 'https://example.org/l.png' }).eq('id', other.id)),
      ['/', '/tools/other', '/tools/first', '/categories', '/categories/apps'],
    )
    await expectSeen(
      () => server.sql`update public.tools set logo = null where id = ${other.id}`,
      ['/', '/tools/other', '/tools/first', '/categories'],
    )
  })

  test('renamed by plain SQL', async () => {
    await expectSeen(
      () => server.sql`update public.tools set slug = 'renamed' where id = ${other.id}`,
      ['/', '/tools/renamed', '/tools/first', '/categories/apps'],
    )
    await expectSeen(
      () => server.sql`update public.tools set slug = 'other' where id = ${other.id}`,
      ['/', '/tools/other', '/tools/first'],
    )
  })

  test('added to another category, and removed from it', async () => {
    await expectSeen(
      () => done(admin.client.from('tool_categories').insert({ tool_id: other.id, category_id: music.id })),
      ['/categories', '/categories/music', '/tools/other'],
    )
    const gone = admin.client.from('tool_categories').delete().eq('tool_id', other.id)
    await expectSeen(() => done(gone.eq('category_id', music.id)), ['/categories', '/categories/music'])
  })

  test("created by the form's function and by the command line, and deleted", async () => {
    const made = { name: 'New', slug: 'new', short_description: 'Text', website_url: 'https://example.org' }
    await expectSeen(
      () => done(admin.client.rpc('save_tool', { ...made, category_ids: [music.id] })),
      ['/', '/tools/new', '/categories', '/categories/music', '/compare?tools=first,new'],
    )
    await expectSeen(
      () => done(admin.client.from('tools').delete().eq('slug', 'new')),
      ['/', '/tools/new', '/categories/music'],
    )
    const lines = ['new', ...Array.from({ length: 119 }, (_, index) => `imported-${index}`)]
    const rows = lines.map((slug) => row(slug, { categories: [apps.slug] }))
    await expectSeen(
      () => importLines(server.databaseUrl, rows),
      ['/', '/tools/new', '/categories', '/categories/apps'],
    )
    await expectSeen(
      () => server.sql`delete from public.tools where id not in ${server.sql([tool.id, other.id])}`,
      ['/', '/tools/new', '/categories', '/categories/apps'],
    )
  })
})

test('facts of a tool', async () => {
  await expectSeen(
    () => done(admin.client.from('tools').update({ pricing: 'free' }).eq('id', tool.id)),
    ['/alternatives/other', '/compare?tools=first,other'],
  )
})

describe('a category', () => {
  test('changed by an administrator', async () => {
    const change = { name: 'Sound', description: 'Loud' }
    await expectSeen(
      () => done(admin.client.from('categories').update(change).eq('id', music.id)),
      ['/', '/categories', '/categories/music', '/tools/first'],
    )
  })

  test('created and deleted', async () => {
    await expectSeen(
      () => done(admin.client.from('categories').insert({ name: 'Third', slug: 'third' })),
      ['/', '/categories'],
    )
    await expectSeen(
      () => server.sql`delete from public.categories where slug = 'third'`,
      ['/', '/categories'],
    )
  })
})

describe('a recommendation', () => {
  test('written, and deleted by its author', async () => {
    const row = { tool_id: tool.id, user_id: reader.id, reason: 'It sings.' }
    await expectSeen(
      () => done(reader.client.from('tool_upvotes').insert(row)),
      ['/', '/tools/first', '/categories/music', '/?sort=top'],
    )
    await expectSeen(
      () => done(reader.client.from('tool_upvotes').delete().eq('user_id', reader.id)),
      ['/', '/tools/first'],
    )
  })

  test('inserted and deleted by plain SQL', async () => {
    await expectSeen(() => addUpvote(server.sql, other, reader), ['/', '/tools/other'])
    await expectSeen(
      () => server.sql`delete from public.tool_upvotes where user_id = ${reader.id}`,
      ['/', '/tools/other'],
    )
  })

  test('counted wrong by hand, and counted again', async () => {
    const changed = ['/', '/?sort=top', '/tools/other', '/alternatives/first']
    await expectSeen(
      () => server.sql`update public.tools set upvote_count = 9 where id = ${other.id}`,
      changed,
    )
    await expectSeen(() => server.sql`select private.rebuild()`, changed)
  })

  test('answered by its maker, who is suspended and loses the claim', async () => {
    const maker = await member(server)
    const claim_id = await proveClaim(server.sql, tool, maker)
    const changed = ['/tools/first']
    const answer = { upvote_id: upvote.id, answer: 'Thank you!' }
    await expectSeen(() => done(maker.client.rpc('save_answer', answer)), changed)
    await expectSeen(
      () => server.sql`update private.maker_answers set answer = 'Thanks' where member_id = ${maker.id}`,
      changed,
    )
    await expectSeen(() => done(maker.client.rpc('remove_answer', { upvote_id: upvote.id })), changed)
    await done(maker.client.rpc('save_answer', answer))
    await expectSeen(
      () => done(admin.client.rpc('suspend_member', { member_id: maker.id, reason: 'Spam' })),
      changed,
    )
    await expectSeen(() => done(admin.client.rpc('lift_suspension', { member_id: maker.id })), changed)
    await expectSeen(() => done(admin.client.rpc('revoke_claim', { claim_id })), changed)
  })

  test('reported, approved, reported and rejected', async () => {
    const ofUpvote = { upvote_id: upvote.id, reason: 'Advertising' }
    const report = (person: Person) => ({ ...ofUpvote, flagged_by: person.id })
    const decide = (flag_status: string) =>
      done(admin.client.from('tool_upvotes').update({ flag_status }).eq('id', upvote.id))
    await expectSeen(
      () => done(reporter.client.from('upvote_flags').insert(report(reporter))),
      ['/tools/first'],
    )
    await expectSeen(() => decide('approved'), ['/tools/first', '/moderation'])
    await done(reader.client.from('upvote_flags').insert(report(reader)))
    await expectSeen(
      () => decide('rejected'),
      ['/', '/tools/first', '/categories/apps', '/alternatives/other', '/compare?tools=first,other'],
    )
    await expectSeen(
      () => server.sql`update public.tool_upvotes set flag_status = 'approved' where id = ${upvote.id}`,
      ['/', '/tools/first'],
    )
  })
})

describe('a person', () => {
  test('changes their name, and is renamed by plain SQL', async () => {
    await expectSeen(
      () => done(writer.client.from('profiles').update({ username: 'New-Name' }).eq('id', writer.id)),
      ['/tools/first', '/members/first-writer'],
    )
    await expectSeen(
      () => server.sql`update public.profiles set username = 'newer-name' where id = ${writer.id}`,
      ['/tools/first', '/members/newer-name'],
    )
  })

  test('turns their page off and on again, and is named as who sent a tool in', async () => {
    for (const has_page of [false, true])
      await expectSeen(
        () => done(writer.client.from('profiles').update({ has_page }).eq('id', writer.id)),
        ['/', '/tools/first', '/members/newer-name'],
      )
    await expectSeen(
      () =>
        server.sql`insert into public.tool_submitters (tool_id, user_id) values (${other.id}, ${writer.id})`,
      ['/tools/other', '/members/newer-name'],
    )
  })

  test('leaves', async () => {
    await addUpvote(server.sql, other, reader)
    await expectSeen(
      () => done(reader.client.rpc('delete_my_account', { confirm_username: reader.username })),
      ['/', '/tools/other'],
    )
  })
})

test('a table emptied, and everything imported again in one transaction', async () => {
  await expectSeen(() => server.sql`delete from public.tool_upvotes`, ['/tools/first'])
  await expectSeen(
    () =>
      server.sql.begin(async (sql) => {
        for (let row = 0; row < 150; row++) {
          await sql`update public.tools set upvote_count = ${row + 2} where id = ${row % 2 ? tool.id : other.id}`
          await sql`update public.tools set name = ${`Name ${row}`} where id = ${row % 2 ? tool.id : other.id}`
        }
      }),
    ['/', '/tools/first', '/tools/other'],
  )
})
