import { randomInt } from 'node:crypto'
import { anyOf, type Scene, type Write, type Writes } from './storm-scene.ts'

/** What moderators do about people and what they wrote, and the jobs that count it. */
export function moderationWrites({ admins, members, as, byAdmin, flagged, sql, addMember }: Scene): Writes {
  const decidingOf =
    (most: number): Write =>
    async () => {
      const cases = await sql<{ id: string; seen: number }[]>`
        select upvote_id as id, version as seen from private.moderation_cases where state = 'pending'
        order by random() limit ${most}`
      const decision = anyOf(['approved', 'rejected', 'deleted'])
      await as(anyOf(admins), (t) => t`select public.decide_several(${sql.json(cases)}, ${decision}, 'Some')`)
    }
  /** Half of the time suspends as well, for a moment. */
  const decidingAllOf: Write = async () => {
    const [person, decision, suspends] = [
      anyOf(members),
      anyOf(['approved', 'rejected', 'deleted']),
      randomInt(2) === 0,
    ]
    const [known] = await sql<{ username: string }[]>`
      select username::text as username from public.profiles where id = ${person}`
    await as(
      anyOf(admins),
      (t) =>
        t`select public.decide_all_of(${known?.username ?? ''}, ${decision}, 'All', ${suspends}, 'Spam')`,
    )
    if (suspends) await as(anyOf(admins), (t) => t`select public.lift_suspension(${person})`)
  }
  const undoingOf =
    (most: number): Write =>
    async () => {
      const [taken] = await sql<{ ids: string[]; by: string }[]>`
      select array_agg(id) as ids, by from (
        select id, decided_by as by from private.moderation_decisions where undone_at is null
        union all select decision_id, deleted_by from private.removed_upvotes where deleted_by is not null
        order by id desc limit ${most}
      ) last group by by order by count(*) desc limit 1`
      if (taken) await as(taken.by, (t) => t`select public.undo_decisions(${taken.ids}::bigint[])`)
    }
  const decidingByHand = byAdmin(flagged, (t, id) => {
    const status = anyOf(['approved', 'rejected'])
    return randomInt(2) === 0
      ? t`update public.upvote_flags set status = ${status} where upvote_id = ${id}`
      : t`update public.tool_upvotes set flag_status = ${status} where id = ${id}`
  })
  const settingAside: Write = async () => {
    const upvotes = await sql<{ id: string }[]>`select id from public.tool_upvotes order by random() limit 4`
    const ids = upvotes.map(({ id }) => id)
    const counted = randomInt(2) === 0
    await as(anyOf(admins), (t) => t`select public.set_counted(${ids}::uuid[], ${counted}, 'Bought')`)
  }
  const judgingContent: Write = async () => {
    const [content] = await sql<{ id: string; kind: string }[]>`
      select * from (
        select id, 'list' as kind from private.member_lists
        union all select id, 'answer' from private.maker_answers
      ) content order by random() limit 1`
    if (!content) return
    await as(anyOf(members), (t) => t`select public.report_content(${content.kind}, ${content.id}, 'Spam')`)
    const decision = anyOf(['hidden', 'kept', 'undone'])
    await as(
      anyOf(admins),
      (t) => t`select public.decide_content(${content.kind}, ${content.id}, ${decision})`,
    )
  }
  /** Half of the time several editors at once, of the same ones. */
  const decidingContributions: Write = async () => {
    const cases = await sql<{ id: string; seen: number; tool_seen: string | null }[]>`
      select c.id, c.version as seen, t.updated_at::text as tool_seen
      from private.contributions c left join public.tools t on t.id = c.tool_id
      where c.state = 'waiting' order by c.created_at limit 3`
    const decision = anyOf(['accepted', 'declined'])
    const decide = () =>
      as(anyOf(admins), (t) => t`select public.decide_contributions(${sql.json(cases)}, ${decision})`)
    if (cases.length > 0) await Promise.all(randomInt(2) === 0 ? [decide()] : [decide(), decide()])
  }
  const undoingContributions: Write = async () => {
    const [taken] = await sql<{ ids: string[]; by: string }[]>`
      select array_agg(id) as ids, decided_by as by from private.contributions
      where decided_at is not null group by decided_by limit 1`
    if (taken)
      await as(taken.by, (t) => t`select public.undo_contributions(${taken.ids.slice(0, 5)}::uuid[])`)
  }
  /** Members of all ages; what the jobs do. */
  const seasoning: Write = async () => {
    await sql`
      update public.profiles set created_at = now() - random() * interval '40 days' where id = ${anyOf(members)}`
    await sql`select private.season_upvotes()`
    await as(anyOf(admins), (t) => t`select public.list_alerts()`)
  }
  const suspending: Write = async () => {
    const person = anyOf(members)
    await as(anyOf(admins), (t) => t`select public.suspend_member(${person}, 'Spam', true)`)
    await as(anyOf(admins), (t) => t`select public.lift_suspension(${person})`)
  }
  const administering: Write = async () => {
    const person = await addMember()
    await as(anyOf(admins), (t) => t`select public.grant_administrator(${person})`)
    await as(anyOf(admins), (t) => t`select public.revoke_administrator(${person})`)
  }
  const nextDay: Write = () => sql`update private.rate_limits set expire = 0`
  const choosing: Write = () => sql`select private.choose_recommendations()`
  return [
    [12, decidingOf(1)],
    [5, decidingOf(6)],
    [4, decidingAllOf],
    [4, undoingOf(1)],
    [4, undoingOf(12)],
    [6, decidingByHand],
    [4, settingAside],
    [4, judgingContent],
    [4, seasoning],
    [6, decidingContributions],
    [3, undoingContributions],
    [3, choosing],
    [4, suspending],
    [2, administering],
    [3, nextDay],
  ]
}
