import { describe, expect, test } from 'vitest'
import type { Json } from '../../src/database.types.ts'
import { administrator, member, sessionOf } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { answered, appealPeople } from './appeals.ts'
import { addFlag, addTool, addUpvote } from './rows.ts'
import { tell } from './story.ts'

/** The export of everything stored about a person. */

const server = await testServer({ RATE_LIMITS: 'off' })
const admin = await administrator(server)

describe('export_my_data', () => {
  test('contains everything stored about the person', async () => {
    const story = await tell(server, admin)
    const { person, tool, own } = story
    await sessionOf(server, person)
    const { data, error } = await person.client.rpc('export_my_data')
    expect(error).toBeNull()
    expect(data).toMatchObject({
      exported_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      account: {
        id: person.id,
        email: person.email,
        given_at_sign_up: { username: person.username, full_name: 'A Member' },
        administrator_since: null,
        role: null,
      },
      profile: { username: person.username, full_name: 'A Member' },
      sessions: [{ started_at: expect.any(String) }, { started_at: expect.any(String) }],
      upvotes: [
        {
          id: own.id,
          tool: tool.name,
          reason: own.reason,
          hidden: false,
          flag_status: 'approved',
          reports: [{ status: 'approved', decided_at: expect.any(String) }],
        },
      ],
      reports: [
        { id: story.undecided.id, status: 'pending', reason: story.undecided.reason, decided_at: null },
        { id: story.decided.id, status: 'rejected', decided_at: expect.any(String) },
      ],
      decisions: [{ tool: tool.name, decision: 'approved', decided_at: expect.any(String) }],
    })
  })

  test('gives where the person signed in from, their invitation, and what is remembered of a withdrawn recommendation', async () => {
    const [person, other] = [await member(server), await member(server)]
    for (const { email } of [person, other])
      await server.sql`insert into public.sign_up_invitations (address, created_by) values (${email}, ${admin.id})`
    await server.sql`select private.remember_places(${person.id}, ${['network:one', 'browser:two']})`
    await server.sql`select private.remember_places(${other.id}, ${['network:three']})`
    const tool = await addTool(server.sql)
    const upvote = await addUpvote(server.sql, tool, person)
    await addFlag(server.sql, upvote, other)
    expect((await person.client.from('tool_upvotes').delete().eq('id', upvote.id)).error).toBeNull()
    const { data } = await person.client.rpc('export_my_data')
    expect(data).toMatchObject({
      account: {
        verified: { email: person.email, verified_at: expect.any(String) },
        invited: { invited_at: expect.any(String), mailed_at: null },
      },
      known_places: [
        { kind: 'browser', hash: 'two', seen_at: expect.any(String) },
        { kind: 'network', hash: 'one', seen_at: expect.any(String) },
      ],
      deleted_upvotes: [{ id: upvote.id, tool: tool.name, reason: null, flag_status: 'pending' }],
    })
    expect(JSON.stringify(data)).not.toContain(other.email)
  })

  test('contains appeals', async () => {
    const people = await appealPeople(server)
    const withdrawn = await answered(server, people)
    const kept = await answered(server, people)
    await people.author.client.from('tool_upvotes').delete().eq('id', withdrawn.id)
    expect((await people.author.client.rpc('export_my_data')).data).toMatchObject({
      upvotes: [
        {
          id: kept.id,
          appeal: { reason: expect.any(String), status: 'pending', appealed_at: expect.any(String) },
        },
      ],
      deleted_upvotes: [{ id: withdrawn.id, appeal: null }],
    })
  })

  test('contains decisions to delete a recommendation, and is complete for a member without any', async () => {
    const person = await member(server)
    const empty = await person.client.rpc('export_my_data')
    expect(empty.data).toMatchObject({ upvotes: [], reports: [], decisions: [] })
    const tool = await addTool(server.sql)
    const upvote = await addUpvote(server.sql, tool, person)
    await admin.client.from('tool_upvotes').delete().eq('id', upvote.id)
    const { data } = await person.client.rpc('export_my_data')
    expect(data).toMatchObject({
      upvotes: [],
      decisions: [{ tool: tool.name, reason: upvote.reason, decision: 'deleted' }],
    })
  })

  test('reveals nothing about others: neither reporters nor the texts they reported', async () => {
    const { person, other, own } = await tell(server, admin)
    await server.sql`update public.upvote_flags set reason = 'Written by the other' where upvote_id = ${own.id}`
    await server.sql`update public.tool_upvotes set reason = 'Words of the other' where user_id = ${other.id}`
    const text = JSON.stringify((await person.client.rpc('export_my_data')).data)
    for (const secret of [other.id, other.username, 'Written by the other', 'Words of the other', admin.id])
      expect(text).not.toContain(secret)
  })

  test('of a member with 500 recommendations answers in one call', async () => {
    const person = await member(server)
    await server.sql`
      with made as (insert into public.tools (name, slug, short_description, website_url)
        select 'Many ' || n, 'many-' || n, 'One of many.', 'https://example.org' from generate_series(1, 500) n
        returning id)
      insert into public.tool_upvotes (tool_id, user_id, reason) select id, ${person.id}, 'Yes.' from made`
    const { data } = await person.client.rpc('export_my_data')
    expect(upvotesOf(data)).toHaveLength(500)
  })

  const upvotesOf = (data: Json) =>
    typeof data === 'object' && data !== null && !Array.isArray(data) ? data.upvotes : undefined
})
