import { randomInt, randomUUID } from 'node:crypto'
import type { Sql, TransactionSql } from 'postgres'

const TOOLS = 12
const CATEGORIES = 4
const MEMBERS = 16
const ADMINISTRATORS = 4

export const anyOf = <T>(list: readonly T[]): T => {
  const chosen = list[randomInt(list.length)]
  if (chosen === undefined) throw new Error('the list is empty')
  return chosen
}
export const word = () => randomUUID().slice(0, 8)

/** What people do, as the API's roles. */
export type Write = () => Promise<unknown>
/** Each with its frequency. */
export type Writes = [number, Write][]

export type Scene = Awaited<ReturnType<typeof prepareScene>>

/** The people and the catalogue of the storm, and how they are picked and act. */
export async function prepareScene(sql: Sql) {
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

  return {
    ...{ sql, members, admins, as, byMember, byAdmin, tool, category, upvote, flagged },
    addMember: () => addMember(sql),
    addCategory: () => addCategory(sql),
    addTool: () => addTool(sql),
  }
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
