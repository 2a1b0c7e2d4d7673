import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, expect, test, vi } from 'vitest'
import { readOwnTables } from '../../server/host/backup/own-tables.ts'
import { readConfig } from '../../server/lib/config.ts'
import { openApp } from '../../server/open-app.ts'
import { summarise } from '../../server/product/check/check-figures.ts'
import { createDiskStore } from '../../server/supabase/storage/disk-store.ts'
import { administrator, post, sessionOf } from '../support/actors.ts'
import { dropDatabase, withDatabase } from '../support/cluster.ts'
import { openPlaudit, runPlaudit } from '../support/command-line.ts'
import { createInstallation } from '../support/installation.ts'
import { closing } from '../support/test-file.ts'
import { tell } from './story.ts'

/** From the embedded database to the owner's server and back. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'
/** Values that COPY escapes. */
const SPECIAL_TEXT = 'A tab\there, a line\nmore, \\N, a back\\slash, "quotes", emoji 🎉 and ß'

const cluster = process.env.TEST_CLUSTER_URL ?? ''
const name = `plaudit_test_${randomBytes(6).toString('hex')}`
const admin = postgres(cluster, { max: 1, onnotice: () => undefined })
await admin.unsafe(`create database ${name}`)
const url = withDatabase(cluster, name)
const site = await createInstallation()
let running = await site.start()
const person = await site.withSql(async (sql) => {
  const server = { ...site.context(running), sql }
  const story = await tell(server, await administrator(server))
  await sql`update public.tool_upvotes set reason = ${SPECIAL_TEXT} where id = ${story.own.id}`
  await sql`update public.tools set logo = '/storage/v1/object/public/tool-logos/one.svg' where id = ${story.tool.id}`
  await sql`
    insert into pgboss.job (name, data, start_after, state)
    values ('mails', '{}', now() + interval '1 day', 'created'), ('mails', '{}', now(), 'failed')`
  return story.person
})
const store = createDiskStore(path.join(site.dataDir, 'logos'))
await store.put('one.svg', { bytes: Buffer.from(LOGO), type: 'image/svg+xml', maxAge: 3600 })
afterAll(async () => {
  await site?.remove()
  if (admin) await dropDatabase(admin, new URL(url).pathname.slice(1))
  await admin?.end()
})

const commands = closing(openPlaudit())
const move = (...args: string[]) => commands.run(['move', ...args], { DATA_DIR: site.dataDir })

async function withServer<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  return work(sql).finally(() => sql.end())
}

/** What a person sees, and what the database contains. */
async function look(sql: postgres.Sql) {
  const at = site.context(running)
  const exported = await post(at, '/rest/v1/rpc/export_my_data', {}, person.accessToken)
  const logo = await fetch(`${at.url}/storage/v1/object/public/tool-logos/one.svg`)
  const tables: Record<string, string> = {}
  for (const table of await readOwnTables(sql)) tables[table.name] = await summarise(sql, table)
  return {
    mine: (await exported.text()).replace(/"exported_at":\s*"[^"]+"/, ''),
    logo: await logo.text(),
    tables,
    triggers:
      await sql`select tgname, tgenabled from pg_trigger where not tgisinternal order by tgrelid::regclass::text, tgname`,
    sequences: await sql`select schemaname, sequencename, last_value from pg_sequences order by 1, 2`,
  }
}

test('everything is the same on the owner’s server, and back', async () => {
  const before = await site.withSql(look)
  expect(before.mine).toContain('emoji 🎉')
  expect(before.logo).toBe(LOGO)
  expect(await move('--to', url)).toMatchObject({
    code: 1,
    error: expect.stringMatching(/is in use by a process with the pid/),
  })
  expect(await move('--to', 'here')).toMatchObject({
    code: 1,
    error: 'plaudit: --to must look like postgres://user:password@host:5432/database\n',
  })
  await site.stopAll()

  const killed = await runPlaudit(['move', '--to', url], { DATA_DIR: site.dataDir }, async (child) => {
    await withServer(async (sql) => {
      const begun = () => sql<{ begun: boolean }[]>`
        select to_regclass('supabase_migrations.unfinished_move') is not null as begun`
      while (!(await begun())[0]?.begun) await sleep(5)
    })
    child.kill('SIGKILL')
  })
  expect(killed.code).toBe(-1)
  await expect(
    openApp({ config: readConfig({ DATA_DIR: site.dataDir, DATABASE_URL: url }), print: () => undefined }),
  ).rejects.toThrow(
    'a move into DATABASE_URL was interrupted, and nothing is in it: run the move again, or start the site on ' +
      'the database it was on before, which has everything. A new site needs another, empty database',
  )

  // In a process of its own, which ends.
  const there = await runPlaudit(['move', '--to', url], { DATA_DIR: site.dataDir })
  expect(there).toMatchObject({ code: 0, error: '' })
  expect(there.out).toMatch(
    /^\d+ rows of \d+ tables moved into DATABASE_URL\nrows: .*all right\nfigures: .*all right\nlogos: .*all right\n/,
  )
  running = await site.start({ DATABASE_URL: url })
  expect(await withServer(look)).toEqual(before)
  for (const [option, reason] of [
    ['--to', '--to holds a directory already: move into an empty database'],
    ['--from', 'the site is running on --from: stop it first'],
  ] as const)
    expect(await move(option, url)).toMatchObject({ code: 1, error: `plaudit: ${reason}\n` })
  await site.stopAll()

  await rm(path.join(site.dataDir, 'postgres'), { recursive: true })
  expect(await move('--from', url)).toMatchObject({ code: 0, error: '' })
  running = await site.start()
  expect(await site.withSql(look)).toEqual(before)
  expect(await sessionOf(site.context(running), person)).toMatchObject({ user: { id: person.id } })

  const file = path.join(site.dataDir, 'backups/rest.tar.gz')
  await mkdir(path.dirname(file))
  const rest = await commands.run(['backup', file], { DATA_DIR: site.dataDir, DATABASE_URL: url })
  expect(rest).toMatchObject({ code: 0, error: '' })
  expect(rest.out).toMatch(
    /rest\.tar\.gz: \d+ kB, whole\n.*is not in it.*\n {2}pg_dump --format=custom .*\n$/,
  )
})
