import { randomInt } from 'node:crypto'
import { anyOf, type Scene, type Write, type Writes, word } from './storm-scene.ts'

/** What members do, each with its frequency. */
export function memberWrites({
  admins,
  members,
  as,
  byMember,
  category,
  sql,
  tool,
  upvote,
  addMember,
}: Scene): Writes {
  const upvoting = byMember(
    tool,
    (t, id, me) => t`
      insert into public.tool_upvotes (tool_id, user_id, reason)
      -- Equal texts are reported automatically.
      values (${id}, ${me}, ${anyOf(['Good', word(), word()])})`,
  )
  const reporting = byMember(
    upvote,
    (t, id, me) =>
      t`insert into public.upvote_flags (upvote_id, flagged_by, reason) values (${id}, ${me}, 'Spam')`,
  )
  const withdrawing = byMember(
    tool,
    (t, id, me) => t`delete from public.tool_upvotes where tool_id = ${id} and user_id = ${me}`,
  )
  const editing: Write = async () => {
    const [own] = await sql<{ id: string; by: string }[]>`
      select id, user_id as by from public.tool_upvotes order by random() limit 1`
    const reason = anyOf(['Good', word()])
    if (own) await as(own.by, (t) => t`select public.edit_recommendation(${own.id}, ${reason})`)
  }
  const marking = byMember(upvote, (t, id) => t`select public.set_helpful(${id}, ${randomInt(3) > 0})`)
  const answering: Write = async () => {
    const [rejected] = await sql<{ id: string; user_id: string }[]>`
      select id, user_id from public.tool_upvotes where flag_status = 'rejected' order by random() limit 1`
    if (rejected)
      await as(
        rejected.user_id,
        (t) => t`insert into public.upvote_appeals (upvote_id, reason) values (${rejected.id}, 'Mine')`,
      )
  }
  const readingNotices = byMember(tool, (t) => t`select public.read_notices(9007199254740991)`)
  const wishingMails: Write = async () => {
    await as(
      anyOf(members),
      (t) => t`select public.save_my_notice_mails('{"recommendations": "now", "reports": "daily"}')`,
    )
    await sql`select private.queue_notice_mails()`
  }
  const keeping = byMember(tool, (t, id) => t`select public.set_saved(${id}, ${randomInt(3) > 0})`)
  const listing: Write = async () => {
    const [person, toolId] = [anyOf(members), await tool()]
    const [list] = await sql<{ id: string }[]>`
      select id from private.member_lists where member_id = ${person} order by random() limit 1`
    await as(person, (t) =>
      list && randomInt(4) > 0
        ? t`select public.set_listed(${list.id}, ${toolId}, ${randomInt(4) > 0}, 'Because', ${randomInt(1, 9)})`
        : t`select public.save_my_list(${`List ${word()}`}, true)`,
    )
  }
  /** By a maker, half of the time while something else happens to the recommendation. */
  const answeringAsMaker: Write = async () => {
    const [about] = await sql<{ id: string; tool: string; author: string }[]>`
      select id, tool_id as tool, user_id as author from public.tool_upvotes order by random() limit 1`
    if (!about) return
    const maker = anyOf(members)
    // Locked first: a tool or member that another lane deletes meanwhile gets no claim instead of a foreign key error.
    await sql`
      insert into private.claims (tool_id, member_id, method, host)
        select t.id, p.id, 'tag', 'tool.example' from public.tools t, public.profiles p
        where t.id = ${about.tool} and p.id = ${maker} for key share
      on conflict do nothing`
    await sql`
      update private.claims set state = 'proved', proved_at = now()
      where tool_id = ${about.tool} and member_id = ${maker} and state = 'started'`
    const save = () => as(maker, (t) => t`select public.save_answer(${about.id}, ${`Thanks ${word()}`})`)
    const remove = () => as(maker, (t) => t`select public.remove_answer(${about.id})`)
    const withdraw = () => as(about.author, (t) => t`delete from public.tool_upvotes where id = ${about.id}`)
    await anyOf([
      save,
      () => Promise.all([save(), save()]),
      () => Promise.all([save(), withdraw()]),
      remove,
    ])()
  }
  const following: Write = async () => {
    const [person, id] = [anyOf(members), await category()]
    await as(person, (t) => t`select public.set_followed(${id}, null, ${randomInt(3) > 0})`)
    await sql`select private.tell_follows(3, now())`
  }
  const sendingIn = byMember(tool, (t, id) => {
    const name = `Sent ${word()}`
    const proposed = { name, short_description: 'Text', website_url: `https://${word()}.example` }
    return randomInt(2) === 0
      ? t`select public.save_contribution('correction', ${sql.json({ name })}, ${id})`
      : t`select public.save_contribution('submission', ${sql.json(proposed)})`
  })
  const changingContribution: Write = async () => {
    const [own] = await sql<{ id: string; by: string; kind: string }[]>`
      select id, member_id as by, kind from private.contributions where state = 'waiting' order by random() limit 1`
    if (!own) return
    const proposed = {
      name: `Sent ${word()}`,
      short_description: 'Text',
      website_url: `https://${word()}.example`,
    }
    await as(own.by, (t) =>
      randomInt(3) > 0
        ? t`select public.save_contribution(${own.kind}, ${sql.json(proposed)}, contribution_id => ${own.id})`
        : t`select public.withdraw_contribution(${own.id})`,
    )
  }
  /** Half of the time while the tool moves to another host, which ends it. */
  const claiming: Write = async () => {
    const [person, id] = [anyOf(members), await tool()]
    const claim = () => as(person, (t) => t`select public.start_claim(${id}, 'tag')`)
    const moving = () =>
      as(
        anyOf(admins),
        (t) => t`update public.tools set website_url = ${`https://${word()}.example`} where id = ${id}`,
      )
    await (randomInt(2) === 0 ? claim() : Promise.all([claim(), moving()]))
    const [own] = await sql<{ id: string; by: string }[]>`
      select id, member_id as by from private.claims where state <> 'ended' order by random() limit 1`
    if (!own) return
    await as(own.by, (t) => t`select public.check_claim(${own.id})`)
    await sql`select private.note_claim_check(${own.id}, null, null, true)`
    await (randomInt(2) === 0
      ? as(own.by, (t) => t`select public.give_up_claim(${own.id})`)
      : as(anyOf(admins), (t) => t`select public.revoke_claim(${own.id})`))
  }
  const renamingOneself = byMember(
    tool,
    (t, _, me) => t`update public.profiles set username = ${`member-${word()}`} where id = ${me}`,
  )
  const leaving: Write = async () => {
    const place = randomInt(members.length)
    const person = members.splice(place, 1, await addMember())[0] ?? ''
    const [known] = await sql<{ username: string }[]>`
      select username::text as username from public.profiles where id = ${person}`
    await as(person, (t) => t`select public.delete_my_account(${known?.username ?? ''})`)
  }
  /** As a hosted project's dashboard does, several accounts by one statement. */
  const deletingAccounts: Write = async () => {
    const ids = [anyOf(members), anyOf(members)]
    for (const id of new Set(ids)) members.splice(members.indexOf(id), 1, await addMember())
    await sql`delete from auth.users where id in ${sql(ids)}`
  }
  return [
    [20, upvoting],
    [14, reporting],
    [8, withdrawing],
    [8, editing],
    [8, marking],
    [3, answering],
    [4, readingNotices],
    [4, wishingMails],
    [8, keeping],
    [6, listing],
    [6, answeringAsMaker],
    [4, following],
    [8, sendingIn],
    [4, changingContribution],
    [4, claiming],
    [4, renamingOneself],
    [2, leaving],
    [2, deletingAccounts],
  ]
}
