import { randomInt, randomUUID } from 'node:crypto'
import type { Sql, TransactionSql } from 'postgres'
import { importCatalogue } from '../../server/product/import-export/import-catalogue.ts'

const TOOLS = 12
const CATEGORIES = 4
const MEMBERS = 16
const ADMINISTRATORS = 4

/** A PNG in base64. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

export const anyOf = <T>(list: readonly T[]): T => {
  const chosen = list[randomInt(list.length)]
  if (chosen === undefined) throw new Error('the list is empty')
  return chosen
}
const word = () => randomUUID().slice(0, 8)

/** What people do, as the API's roles. */
type Write = () => Promise<unknown>

/** The writes, each repeated by its frequency. */
export async function prepareWrites(sql: Sql): Promise<Write[]> {
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => addMember(sql)))
  const admins = await Promise.all(Array.from({ length: ADMINISTRATORS }, () => addMember(sql)))
  for (const admin of admins)
    await sql`insert into private.administrators (user_id, granted_by) values (${admin}, 'test')`
  for (let number = 0; number < CATEGORIES; number++) await addCategory(sql)
  for (let number = 0; number < TOOLS; number++) await addTool(sql)
  await sql`select private.write_site_settings('{"link_checks": "weekly"}', null, null)`

  const as = (person: string, act: (sql: TransactionSql) => Promise<unknown>) =>
    sql.begin(async (transaction) => {
      await transaction`select set_config('request.jwt.claim.sub', ${person}, true),
        set_config('request.jwt.claim.role', 'authenticated', true),
        set_config('request.jwt.claims', ${JSON.stringify({ sub: person, role: 'authenticated' })}, true)`
      await transaction`set local role authenticated`
      await act(transaction)
    })
  const one = async (rows: Promise<readonly { id: string }[]>) => (await rows)[0]?.id ?? randomUUID()
  const tool = () => one(sql`select id from public.tools order by random() limit 1`)
  const category = () => one(sql`select id from public.categories order by random() limit 1`)
  const upvote = () => one(sql`select id from public.tool_upvotes order by random() limit 1`)
  const flagged = () =>
    one(
      sql`select upvote_id as id from private.moderation_cases where state = 'pending' order by random() limit 1`,
    )

  /** One statement of a member, about what was picked. */
  const byMember =
    (
      pick: () => Promise<string>,
      act: (t: TransactionSql, id: string, me: string) => Promise<unknown>,
    ): Write =>
    async () => {
      const [me, id] = [anyOf(members), await pick()]
      await as(me, (t) => act(t, id, me))
    }
  /** The same of an administrator. */
  const byAdmin =
    (pick: () => Promise<string>, act: (t: TransactionSql, id: string) => Promise<unknown>): Write =>
    async () => {
      const id = await pick()
      await as(anyOf(admins), (t) => act(t, id))
    }

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
  /** By a maker, half of the time while something else happens to the recommendation. */
  const answeringAsMaker: Write = async () => {
    const [about] = await sql<{ id: string; tool: string; author: string }[]>`
      select id, tool_id as tool, user_id as author from public.tool_upvotes order by random() limit 1`
    if (!about) return
    const maker = anyOf(members)
    await sql`
      insert into private.claims (tool_id, member_id, method, host) values (${about.tool}, ${maker}, 'tag', 'tool.example')
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
  const tellingChanges: Write = () => sql`select private.tell_tool_changes(3, interval '0')`
  const settingAside: Write = async () => {
    const upvotes = await sql<{ id: string }[]>`select id from public.tool_upvotes order by random() limit 4`
    const ids = upvotes.map(({ id }) => id)
    await as(anyOf(admins), (t) =>
      randomInt(2) === 0
        ? t`select public.void_upvotes(${ids}::uuid[], 'Bought')`
        : t`select public.restore_upvotes(${ids}::uuid[])`,
    )
  }
  /** Members of all ages; what the jobs do. */
  const seasoning: Write = async () => {
    await sql`
      update public.profiles set created_at = now() - random() * interval '40 days' where id = ${anyOf(members)}`
    await sql`select private.season_upvotes()`
    await as(anyOf(admins), (t) => t`select public.list_alerts()`)
  }
  const saveTool = (t: TransactionSql, id: string | null, categories: string[]) => t`
    select public.save_tool(tool_id => ${id}, name => ${`Saved ${word()}`}, slug => ${`saved-${word()}`},
      short_description => 'Text', website_url => 'https://tool.example', category_ids => ${categories}::uuid[])`
  const saving: Write = async () => {
    const [id, categories] = [await tool(), [await category(), await category()]]
    await as(anyOf(admins), (t) => saveTool(t, id, categories))
  }
  const creating = byAdmin(category, (t, id) => saveTool(t, null, [id]))
  const sendingIn = byMember(tool, (t, id) => {
    const name = `Sent ${word()}`
    const proposed = { name, short_description: 'Text', website_url: `https://${word()}.example` }
    return randomInt(2) === 0
      ? t`select public.save_contribution('correction', ${sql.json({ name })}, ${id})`
      : t`select public.save_contribution('submission', ${sql.json(proposed)})`
  })
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
  /** Of several, while one moves or is deleted. */
  const checkingLinks: Write = async () => {
    await sql`select private.queue_link_checks()`
    const due = await sql<{ tool_id: string; url: string }[]>`select * from private.links_to_check(5)`
    const found = due.map((link) => ({ ...link, state: 'moved', leads_to: `https://${word()}.example` }))
    const ids = due.map(({ tool_id }) => tool_id)
    await Promise.all([
      sql`select private.note_link_checks(${JSON.stringify(found)}::text::jsonb)`,
      as(anyOf(admins), (t) => t`select public.check_links_again(${ids})`),
    ])
    const changes = found.map(({ tool_id, url: from, leads_to: to }) => ({ tool_id, from, to }))
    await as(
      anyOf(admins),
      (t) => t`select public.replace_addresses(${JSON.stringify(changes)}::text::jsonb)`,
    )
  }
  /** Suggests, finds, approves and takes back icons, while their tools change or are deleted. */
  const decidingIcons: Write = async () => {
    await as(anyOf(admins), (t) => t`select public.suggest_icons()`)
    const due = await sql<{ tool_id: string; url: string }[]>`select * from private.icons_to_find(5)`
    const found = due.map((site) => ({ ...site, picture: PIXEL }))
    const choices = due.map(({ tool_id }) => ({ tool_id, ...(randomInt(2) === 0 && { logo: '/x.png' }) }))
    await sql`select private.note_icons(${JSON.stringify(found)}::text::jsonb)`
    await as(anyOf(admins), (t) => t`select public.decide_icons(${JSON.stringify(choices)}::text::jsonb)`)
    await as(anyOf(admins), (t) => t`select public.undo_icons(${due.map(({ tool_id }) => tool_id)})`)
  }
  /** Two become one, and half of the time two again; what is gone is replaced. */
  const merging: Write = async () => {
    const isTool = randomInt(4) > 0
    const [gone, kept] = isTool ? [await tool(), await tool()] : [await category(), await category()]
    await as(anyOf(admins), (t) =>
      isTool
        ? t`select public.merge_tools(${gone}, ${kept})`
        : t`select public.merge_categories(${gone}, ${kept})`,
    )
    if (randomInt(2) === 0) await as(anyOf(admins), (t) => t`select public.undo_merge(${gone})`)
    else await (isTool ? addTool(sql) : addCategory(sql))
  }
  const choosing: Write = () => sql`select private.choose_recommendations()`
  const renaming = byAdmin(
    tool,
    (t, id) => t`update public.tools set name = ${`Renamed ${word()}`} where id = ${id}`,
  )
  const renamingOneself = byMember(
    tool,
    (t, _, me) => t`update public.profiles set username = ${`member-${word()}`} where id = ${me}`,
  )
  const suspending: Write = async () => {
    const person = anyOf(members)
    await as(anyOf(admins), (t) => t`select public.suspend_member(${person}, 'Spam', true)`)
    await as(anyOf(admins), (t) => t`select public.lift_suspension(${person})`)
  }
  const deletingTool: Write = async () => {
    const id = await tool()
    await as(anyOf(admins), (t) => t`delete from public.tools where id = ${id}`)
    await addTool(sql)
  }
  const deletingCategory: Write = async () => {
    const id = await category()
    await as(anyOf(admins), (t) => t`delete from public.categories where id = ${id}`)
    await addCategory(sql)
  }
  const importing: Write = async () => {
    const tools = await sql<{ slug: string }[]>`select slug from public.tools order by random() limit 8`
    const categories = await sql<
      { name: string }[]
    >`select name from public.categories order by random() limit 2`
    const rows = tools.map(({ slug }, index) => ({
      line: index + 1,
      value: {
        name: `Imported ${word()}`,
        slug,
        short_description: 'Text',
        website_url: 'https://tool.example',
        categories: categories.map(({ name }) => name),
      },
    }))
    await importCatalogue(sql, rows)
  }
  const featuring = byAdmin(
    tool,
    (t, id) => t`update public.tools set featured = not featured where id = ${id}`,
  )
  const choosingByHand: Write = async () => {
    const [toolId, first, second] = [await tool(), await category(), await category()]
    await as(anyOf(admins), async (t) => {
      await t`delete from public.tool_categories where tool_id = ${toolId}`
      await t`insert into public.tool_categories (tool_id, category_id)
        select distinct ${toolId}::uuid, unnest(${[first, second]}::uuid[])`
    })
  }
  const movingCategory = byAdmin(
    category,
    (t, id) => t`update public.categories set slug = ${`moved-${word()}`} where id = ${id}`,
  )
  const administering: Write = async () => {
    const person = await addMember(sql)
    await as(anyOf(admins), (t) => t`select public.grant_administrator(${person})`)
    await as(anyOf(admins), (t) => t`select public.revoke_administrator(${person})`)
  }
  const nextDay: Write = () => sql`update private.rate_limits set expire = 0`
  const leaving: Write = async () => {
    const place = randomInt(members.length)
    const person = members.splice(place, 1, await addMember(sql))[0] ?? ''
    const [known] = await sql<{ username: string }[]>`
      select username::text as username from public.profiles where id = ${person}`
    await as(person, (t) => t`select public.delete_my_account(${known?.username ?? ''})`)
  }
  /** As a hosted project's dashboard does, several accounts by one statement. */
  const deletingAccounts: Write = async () => {
    const ids = [anyOf(members), anyOf(members)]
    for (const id of new Set(ids)) members.splice(members.indexOf(id), 1, await addMember(sql))
    await sql`delete from auth.users where id in ${sql(ids)}`
  }
  const times = (count: number, write: Write) => Array.from({ length: count }, () => write)
  return [
    ...times(20, upvoting),
    ...times(14, reporting),
    ...times(8, withdrawing),
    ...times(8, editing),
    ...times(8, marking),
    ...times(12, decidingOf(1)),
    ...times(5, decidingOf(6)),
    ...times(4, decidingAllOf),
    ...times(4, undoingOf(1)),
    ...times(4, undoingOf(12)),
    ...times(6, decidingByHand),
    ...times(3, answering),
    ...times(4, settingAside),
    ...times(4, readingNotices),
    ...times(4, wishingMails),
    ...times(8, keeping),
    ...times(6, listing),
    ...times(4, judgingContent),
    ...times(6, answeringAsMaker),
    ...times(4, following),
    ...times(3, tellingChanges),
    ...times(4, seasoning),
    ...times(8, saving),
    ...times(8, sendingIn),
    ...times(6, decidingContributions),
    ...times(3, undoingContributions),
    ...times(4, changingContribution),
    ...times(4, claiming),
    ...times(4, checkingLinks),
    ...times(4, decidingIcons),
    ...times(6, merging),
    ...times(3, choosing),
    ...times(8, renaming),
    ...times(4, renamingOneself),
    ...times(4, suspending),
    ...times(3, deletingTool),
    ...times(3, deletingCategory),
    ...times(3, importing),
    ...times(3, creating),
    ...times(3, featuring),
    ...times(3, choosingByHand),
    ...times(2, movingCategory),
    ...times(2, administering),
    ...times(2, leaving),
    ...times(2, deletingAccounts),
    ...times(3, nextDay),
  ]
}

async function addMember(sql: Sql): Promise<string> {
  const [id, username] = [randomUUID(), `member-${word()}`]
  await sql`
    insert into auth.users (id, aud, role, email, email_confirmed_at, raw_user_meta_data, created_at, updated_at)
    values (${id}, 'authenticated', 'authenticated', ${`${username}@example.org`}, now(),
      ${sql.json({ username, full_name: 'A Member' })}, now(), now())`
  return id
}

const addCategory = (sql: Sql) =>
  sql`insert into public.categories (name, slug) values (${`Category ${word()}`}, ${`category-${word()}`})`

const addTool = (sql: Sql) => sql`
  insert into public.tools (name, slug, short_description, website_url, category_id)
  values (${`Tool ${word()}`}, ${`tool-${word()}`}, 'Text', 'https://tool.example',
    (select id from public.categories order by random() limit 1))`
