import fc from 'fast-check'
import { expect, test } from 'vitest'
import { administrator, member, type Person } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { answer, decide, undo, watch } from './queue.ts'
import { addFlag, addTool, addUpvote, first, type Tool } from './rows.ts'

/** In whatever order members and moderators act on a recommendation, the tables stay consistent. */

let reporters: Person[]
const server = await testServer({ RATE_LIMITS: 'off' })
const author = await member(server)
const admins = [await administrator(server), await administrator(server)]

const step = fc.record({
  act: fc.constantFrom(
    'report',
    'approve',
    'reject',
    'overwrite',
    'decide',
    'undo',
    'answer',
    'rewrite',
    'leave',
  ),
  who: fc.nat(1),
  decision: fc.constantFrom('approved', 'rejected', 'pending'),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

async function perform(tool: Tool, { act, who, decision }: Step): Promise<void> {
  const [reporter, admin] = [reporters[who], admins[who]]
  if (!reporter || !admin) throw new Error('there are two of each')
  const rows = await server.sql<
    { id: string }[]
  >`select id from public.tool_upvotes where tool_id = ${tool.id}`
  const id = first(rows).id
  const { cards } = await watch(admin.client, { ids: [id] })
  const [card] = cards
  // Also if it is hidden, because two people may report at once.
  if (act === 'report') await addFlag(server.sql, { id }, reporter).catch(() => undefined)
  if (act === 'answer') await answer({ id }, author)
  if (act === 'undo') await undo(admin.client, card?.decision?.id ?? 0)
  if (act === 'overwrite')
    await admin.client.from('tool_upvotes').update({ flag_status: decision }).eq('id', id)
  if (act === 'decide')
    await admin.client.from('upvote_flags').update({ status: decision }).eq('upvote_id', id)
  if ((act === 'approve' || act === 'reject') && card?.state === 'pending' && !card.for_another)
    await decide(admin.client, card, act === 'approve' ? 'approved' : 'rejected')
  if (act === 'rewrite') {
    await author.client.from('tool_upvotes').delete().eq('id', id)
    await addUpvote(server.sql, tool, author)
  }
  if (act === 'leave') {
    await server.sql`delete from auth.users where id = ${reporter.id}`
    reporters[who] = await member(server)
  }
}

/** Descriptions of all inconsistencies. */
const contradictions = (tool: Tool) => server.sql<{ what: string }[]>`
  with row as (
    select v.*, t.upvote_count, c.state,
      (select count(*) from public.upvote_flags f where f.upvote_id = v.id) as reports,
      exists (select from public.upvote_flags f where f.upvote_id = v.id and f.status = 'pending') as reported,
      coalesce((select a.status = 'pending' from public.upvote_appeals a where a.upvote_id = v.id), false) as answered
    from public.tool_upvotes v join public.tools t on t.id = v.tool_id
    left join private.moderation_cases c on c.upvote_id = v.id
    where v.tool_id = ${tool.id}
  )
  select what from row, lateral (values
    ('flagged without a status', is_flagged <> (flag_status is not null)),
    ('reports counted wrongly', flag_count <> reports),
    ('recommendations counted wrongly', upvote_count <> (flag_status is distinct from 'rejected')::int),
    ('waits for nobody', flag_status = 'pending' and not reported),
    ('an answer to no rejection', answered and flag_status <> 'rejected'),
    ('flagged without a case, or the other way round', is_flagged <> (state is not null)),
    ('a case in another state', state is distinct from case
      when not is_flagged then null when reported or answered then 'pending' else flag_status end)
  ) rule (what, broken) where broken`

test('no order of reports, decisions, undos and appeals makes the tables inconsistent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      // New people each time, because of the daily limit of twenty reports.
      reporters = [await member(server), await member(server)]
      const tool = await addTool(server.sql)
      await addUpvote(server.sql, tool, author)
      for (const next of steps) {
        await perform(tool, next)
        expect(await contradictions(tool), next.act).toEqual([])
      }
    }),
  )
})
