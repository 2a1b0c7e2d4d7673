import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { administrator, member } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addTool, addUpvote } from './rows.ts'

/** Administrators are decided where no user can write; and the log of their changes. */

const server = await testServer({ ADMIN_EMAILS: 'Boss@Example.org, second@example.org' })
const admin = await administrator(server)

/** An account as the authentication service creates it: unverified, with metadata. */
async function signUp(email: string): Promise<{ id: string }> {
  const id = randomUUID()
  const metadata = { full_name: 'Somebody', username: id.slice(0, 8) }
  await server.sql`
    insert into auth.users (id, email, raw_user_meta_data) values (${id}, ${email}, ${server.sql.json(metadata)})`
  return { id }
}
const verify = ({ id }: { id: string }) =>
  server.sql`update auth.users set email_confirmed_at = now() where id = ${id}`
const isAdmin = async ({ id }: { id: string }) =>
  (await server.sql`select from private.administrators where user_id = ${id}`).length === 1

describe('ADMIN_EMAILS', () => {
  test('makes an account administrator once its address is verified, and not before', async () => {
    const boss = await signUp('boss@example.org')
    expect(await isAdmin(boss)).toBe(false)
    await verify(boss)
    expect(await isAdmin(boss)).toBe(true)
    const nobody = await signUp('nobody@example.org')
    await verify(nobody)
    expect(await isAdmin(nobody)).toBe(false)
  })

  test('does not count for an address that an account changed to', async () => {
    const thief = await member(server)
    await server.sql`update auth.users set email = 'second@example.org' where id = ${thief.id}`
    await verify(thief)
    await server.sql`select private.set_admin_emails(array['second@example.org'])`
    expect(await isAdmin(thief)).toBe(false)
  })

  test('applies to accounts verified earlier, and removing an address revokes nobody', async () => {
    const early = await member(server, { email: 'early@example.org' })
    expect(await isAdmin(early)).toBe(false)
    await server.sql`select private.set_admin_emails(array[' EARLY@example.org ', ''])`
    expect(await isAdmin(early)).toBe(true)
    await server.sql`select private.set_admin_emails('{}')`
    expect(await isAdmin(early)).toBe(true)
  })
})

describe('the audit log', () => {
  interface Entry {
    actor_id: string | null
    action: string
    table_name: string
    before: Record<string, unknown> | null
    after: Record<string, unknown> | null
  }
  const entriesOf = (id: string) =>
    server.sql<Entry[]>`select * from public.audit_log where row_id = ${id} order by id`

  test('records who created, changed and deleted what', async () => {
    const slug = 'audited'
    const { data } = await admin.client.from('categories').insert({ name: 'One', slug }).select().single()
    const id = data?.id ?? ''
    await admin.client.from('categories').update({ name: 'Two' }).eq('id', id)
    await admin.client.from('categories').update({ name: 'Two' }).eq('id', id)
    await admin.client.from('categories').delete().eq('id', id)
    const entries = await entriesOf(id)
    expect(
      entries.map((entry) => [entry.actor_id, entry.action, entry.before?.name, entry.after?.name]),
    ).toEqual([
      [admin.id, 'insert', undefined, 'One'],
      [admin.id, 'update', 'One', 'Two'],
      [admin.id, 'delete', 'Two', undefined],
    ])
  })

  test("records moderators' decisions and deletions, but no actions of members", async () => {
    const [author, reporter] = [await member(server), await member(server)]
    const upvote = await addUpvote(server.sql, await addTool(server.sql), author)
    const flag = { upvote_id: upvote.id, reason: 'Spam', flagged_by: reporter.id }
    await reporter.client.from('upvote_flags').insert(flag)
    expect(await entriesOf(upvote.id)).toHaveLength(0)
    await admin.client.from('tool_upvotes').update({ flag_status: 'rejected' }).eq('id', upvote.id)
    await admin.client.from('tool_upvotes').delete().eq('id', upvote.id)
    const entries = await entriesOf(upvote.id)
    expect(entries.map((entry) => [entry.action, entry.before?.flag_status])).toEqual([
      ['update', 'pending'],
      ['delete', 'rejected'],
    ])
    const own = await addUpvote(server.sql, await addTool(server.sql), author)
    await author.client.from('tool_upvotes').delete().eq('id', own.id)
    expect(await entriesOf(own.id)).toHaveLength(0)
  })

  test('does not record changes of counts', async () => {
    const tool = await addTool(server.sql)
    await admin.client.from('tool_upvotes').insert({ tool_id: tool.id, user_id: admin.id, reason: 'Good' })
    expect(await entriesOf(tool.id)).toHaveLength(0)
  })
})
