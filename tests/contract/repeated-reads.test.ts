import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Backend, openBackend } from '../../server/backend/open-backend.ts'
import { readConfig } from '../../server/config.ts'
import { createLog } from '../../server/log.ts'
import { type ClonedDatabase, cloneDatabase } from '../support/clone-database.ts'
import { addCategory, addTool, type Tool } from './rows.ts'

/** What pages read is read by statements that are remembered: the answers must be those of /rest/v1, to the letter. */

let database: ClonedDatabase
let folder: string
let backend: Backend
let tool: Tool
beforeAll(async () => {
  database = await cloneDatabase()
  folder = await mkdtemp(`${tmpdir()}/plaudit-reads-`)
  const config = readConfig({ DATABASE_URL: database.url, DATA_DIR: folder, SEED: 'none' })
  backend = await openBackend({ config, log: createLog('silent'), print: () => undefined })
  const categories = [await addCategory(database.sql), await addCategory(database.sql)]
  for (let count = 0; count < 20; count++) tool = await addTool(database.sql, {}, categories)
})
afterAll(async () => {
  await backend?.close()
  await database?.close()
  await rm(folder, { recursive: true, force: true })
})

const reads = () =>
  [
    ['tools?select=id,name&order=created_at.desc,id.desc&offset=0&limit=15', 'count=exact'],
    ['tools?select=*,categories(id,name)&order=created_at.desc,id.desc&offset=15&limit=15', ''],
    ['tools?select=id&order=id&offset=15&limit=15', 'count=exact'],
    ['tools?select=id&limit=5&name=eq.nothing', 'count=exact'],
    ['tools?select=id&offset=500&limit=5', ''],
    [`tools?select=*,tool_categories(position,categories(id,name))&slug=eq.${tool.slug}`, ''],
    ['categories?select=id,name,slug,tool_count&order=name', ''],
    [
      `tool_upvotes?select=id,reason,profiles(username)&tool_id=eq.${tool.id}&or=(is_flagged.eq.false,flag_status.eq.approved)`,
      'count=exact',
    ],
    ['rpc/list_category_samples', ''],
    [`rpc/list_alternatives?tool_id=${tool.id}`, ''],
    ['rpc/search_catalogue?query=tool', ''],
    ['rpc/count_tools', ''],
    ['rpc/list_tools?sort=top&category_ids={}&skip=0&max_results=15', ''],
    ['rpc/is_admin', ''],
    ['nothing?select=id', ''],
    ['tools?select=nothing', ''],
  ] as const

async function answered(
  fetch: (request: Request) => Promise<Response>,
  [path, prefer]: readonly [string, string],
  accept = 'application/json',
) {
  const headers = {
    accept,
    apikey: backend.publishableKey,
    authorization: `Bearer ${backend.publishableKey}`,
    ...(prefer && { prefer }),
  }
  const response = await fetch(new Request(`http://127.0.0.1:3000/rest/v1/${path}`, { headers }))
  const kept = ['content-type', 'content-range', 'content-location', 'preference-applied']
  return {
    status: response.status,
    body: await response.text(),
    headers: Object.fromEntries(kept.map((name) => [name, response.headers.get(name)])),
  }
}

async function expectTheSame(): Promise<void> {
  for (const read of reads())
    for (const accept of ['application/json', 'application/vnd.pgrst.object+json']) {
      const right = await answered(backend.fetch, read, accept)
      for (let time = 1; time <= 3; time++)
        expect(await answered(backend.fetchForPage, read, accept), `${read[0]}, time ${time}`).toEqual(right)
    }
}

describe('the answers', () => {
  test('are those of /rest/v1, the first time and whenever the statements are run again', async () => {
    await expectTheSame()
  })

  test('follow the rows: more of them, fewer, none', async () => {
    await addTool(database.sql, {
      name: 'Tool with a “quotation”, \\ and more',
      short_description: 'One line\nand another.',
    })
    await expectTheSame()
    await database.sql`delete from public.tools where id <> ${tool.id}`
    await expectTheSame()
    await database.sql`delete from public.tools`
    await database.sql`delete from public.categories`
    await expectTheSame()
  })

  test('follow the schema: a statement that fails is forgotten', async () => {
    await database.sql`alter table public.categories rename column description to words`
    await database.sql`revoke select on public.tool_categories from anon`
    await expectTheSame()
    await database.sql`alter table public.categories rename column words to description`
    await database.sql`grant select on public.tool_categories to anon`
    await expectTheSame()
  })
})

test('a visitor’s reads cannot write, whatever is called', async () => {
  await database.sql`
    create function public.scribble() returns int language sql volatile as
      $$ insert into public.tools (name, slug, short_description, website_url)
         values ('x', 'scribbled', 'x', 'https://example.org') returning 1 $$`
  await database.sql`grant execute on function public.scribble() to anon`
  const { status } = await answered(backend.fetch, ['rpc/scribble', ''])
  expect(status).toBeGreaterThanOrEqual(400)
  const written = await database.sql`select from public.tools where slug = 'scribbled'`
  expect(written).toHaveLength(0)
})
