import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres, { type Sql } from 'postgres'
import { expect, test, vi } from 'vitest'
import { createSchemaDatabase, diffDatabases } from '../../scripts/schema-files.ts'
import { MIGRATIONS_FOLDER, prepareDatabase } from '../../server/host/database/prepare-database.ts'
import { checkFigures } from '../../server/product/check/check-figures.ts'
import { post, raw, withToken } from '../support/actors.ts'
import { cloneDatabase } from '../support/clone-database.ts'
import { dropDatabase, withDatabase } from '../support/cluster.ts'
import { startTestServer } from '../support/test-server.ts'
import {
  countRows,
  listReleases,
  makeVersionData,
  OWNER,
  packVersion,
  readPacked,
  readRelease,
  restoreVersion,
  type VersionData,
} from '../support/version-data.ts'

/** This version upgrades the data of every released version (docs/decisions/057). */
vi.setConfig({ testTimeout: 180_000 })

const cluster = process.env.TEST_CLUSTER_URL ?? ''
const options = { onnotice: () => undefined }

/** A database as that version left it. */
async function withVersion(data: VersionData, work: (sql: Sql, url: string) => Promise<void>): Promise<void> {
  const name = `plaudit_upgrade_${randomBytes(6).toString('hex')}`
  const admin = postgres(cluster, { max: 1, ...options })
  await admin.unsafe(`create database ${name}`)
  const url = withDatabase(cluster, name)
  const sql = postgres(url, { max: 2, ...options })
  try {
    await restoreVersion(sql, data)
    await work(sql, url)
  } finally {
    await sql.end({ timeout: 1 })
    await dropDatabase(admin, name)
    await admin.end()
  }
}

/** Upgrades the data: no row is lost, derived figures are right, the schema is the current one, every page answers. */
async function expectTakenOver(data: VersionData, folder?: string, later = ''): Promise<void> {
  await withVersion(data, async (sql, url) => {
    const before = await countRows(sql)
    expect(before['public.tool_upvotes']).toBeGreaterThan(3)
    await prepareDatabase({ sql, name: 'this database' }, undefined, { folder })
    expect(await countRows(sql)).toMatchObject({
      ...before,
      'supabase_migrations.schema_migrations': expect.any(Number),
    })
    expect(await checkFigures(sql)).toMatchObject({ problems: [] })
    await expectAnswered(sql, url)
    expect(await checkFigures(sql)).toMatchObject({ problems: [] })

    const schemas = await createSchemaDatabase(cluster)
    try {
      if (later) await schemas.sql.unsafe(later).simple()
      expect(await diffDatabases(url, schemas.url)).toBe('')
    } finally {
      await schemas.drop()
    }
  })
}

/** Starts the app on it: every page and list shows its data, and its administrator signs in and works. */
async function expectAnswered(sql: Sql, url: string): Promise<void> {
  const tools = await sql<{ id: string; slug: string; name: string; upvote_count: number }[]>`
    select id, slug, name, upvote_count from public.tools order by slug`
  const categories = await sql<{ slug: string }[]>`select slug from public.categories`
  const server = await startTestServer({ DATABASE_URL: url })
  try {
    const [one, other] = tools
    const pages = [
      ...['/', '/tools', '/categories', '/search?q=tool', '/sitemap.xml', '/feed.xml', '/readyz'],
      ...categories.map(({ slug }) => `/categories/${slug}`),
      ...tools.map(({ slug }) => `/tools/${slug}`),
      `/alternatives/${one?.slug}`,
      `/compare?tools=${one?.slug},${other?.slug}`,
    ]
    for (const page of pages) expect((await fetch(server.url + page)).status, page).toBe(200)
    const listed = await raw(server, '/rest/v1/tools?select=id,slug,name,upvote_count&order=slug')
    expect(await listed.json()).toEqual(tools)

    const signedIn = await post(server, '/auth/v1/token?grant_type=password', {
      email: OWNER.email,
      password: OWNER.password,
    })
    const session = await signedIn.json()
    expect(session, JSON.stringify(session)).toHaveProperty('access_token')
    const owner = withToken(server, session.access_token)
    for (const list of [
      owner.rpc('list_admin_tools'),
      owner.rpc('list_admin_categories'),
      owner.rpc('list_members'),
      owner.rpc('list_flagged'),
      owner.rpc('list_audit_log'),
    ]) {
      const { error, data } = await list
      expect(error).toBeNull()
      expect(data).not.toEqual([])
    }
    const mine = await owner.rpc('export_my_data')
    expect(JSON.stringify(mine.data)).toContain('It held through every update')
    const renamed = await owner
      .from('tools')
      .update({ name: 'Renamed afterwards' })
      .eq('id', one?.id ?? '')
    expect(renamed.error).toBeNull()
    expect(await (await fetch(`${server.url}/tools/${one?.slug}`)).text()).toContain('Renamed afterwards')
  } finally {
    await server.close()
  }
}

test.each(listReleases())('the data of %s', (version) => expectTakenOver(readRelease(version)))

const MADE_UP = `
alter table public.tools add column tagline text;
update public.tools set tagline = name || ' in a line';
alter table public.tools alter column tagline set not null, alter column tagline set default '';
create table private.made_up (tool_id uuid primary key references public.tools (id) on delete cascade);
alter table private.made_up enable row level security;
comment on table private.made_up is 'Not notified: it is made up.';
insert into private.made_up select id from public.tools;
`

test('the data of this version, with a migration that comes later', async () => {
  const database = await cloneDatabase()
  const folder = await mkdtemp(path.join(tmpdir(), 'plaudit-upgrade-'))
  try {
    const data = readPacked(packVersion(await makeVersionData(database.url)))
    await cp(MIGRATIONS_FOLDER, folder, { recursive: true })
    await writeFile(path.join(folder, '20990101000000_add_made_up.sql'), MADE_UP)
    await expectTakenOver(data, folder, MADE_UP)
  } finally {
    await rm(folder, { recursive: true })
    await database.close()
  }
})
