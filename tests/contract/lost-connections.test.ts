import postgres from 'postgres'
import { expect, test } from 'vitest'
import { member, type Person, raw } from '../support/actors.ts'
import { withDatabase } from '../support/cluster.ts'
import { closing } from '../support/test-file.ts'
import { startServerProcess } from '../support/test-server.ts'
import { addTool, type Tool } from './rows.ts'

/**
 * A database that closes connections during transactions (a restart, a failover, an administrator). Without our patch
 * the driver writes to the closed socket, which ends the whole process (patches/postgres+3.4.9.patch).
 */

const server = closing(await startServerProcess({ RATE_LIMITS: 'off' }))
const people = await Promise.all(Array.from({ length: 20 }, () => member(server)))

async function recommend(person: Person, tool: Tool): Promise<number> {
  const row = { tool_id: tool.id, user_id: person.id, reason: 'It keeps up.' }
  const init = { method: 'POST', body: JSON.stringify(row) }
  return (await raw(server, '/rest/v1/tool_upvotes', init, person.accessToken)).status
}

const everybodyRecommends = (tool: Tool) => Promise.all(people.map((person) => recommend(person, tool)))

test('connections closed during transactions do not end the process, and the pool recovers', async () => {
  const statuses = new Set<number>()
  for (let round = 0; round < 5; round++) {
    const tool = await addTool(server.sql)
    // Blocked, so that their connections are closed while they wait.
    const answers = await server.sql.begin(async (sql) => {
      await sql`lock table public.tool_upvotes in access exclusive mode`
      const writing = everybodyRecommends(tool)
      await expect
        .poll(async () => {
          const [row] = await server.sql<{ count: number }[]>`
            select count(*)::int as count from pg_stat_activity
            where datname = current_database() and application_name = 'plaudit-api' and wait_event_type = 'Lock'`
          return row?.count
        })
        .toBeGreaterThan(3)
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name like 'plaudit%'`
      return { writing }
    })
    for (const status of await answers.writing) statuses.add(status)
  }
  // Requests without a connection are served once there is one.
  expect([...statuses].filter((status) => status !== 201 && status !== 503)).toEqual([])
  expect(statuses).toContain(503)
  expect(server.process.exitCode).toBeNull()

  expect(new Set(await everybodyRecommends(await addTool(server.sql)))).toEqual(new Set([201]))
  const [row] = await server.sql<{ stuck: number }[]>`
    select count(*)::int as stuck from pg_stat_activity
    where datname = current_database() and application_name = 'plaudit-api' and state <> 'idle'`
  expect(row?.stuck).toBe(0)
})

test('a page without its database says so, uncached, and works again with it', async () => {
  const { id, slug } = await addTool(server.sql)
  const read = async (path: string) => {
    const { status, headers } = await fetch(server.url + path)
    return [status, headers.get('cache-control'), headers.get('retry-after')]
  }
  const beside = postgres(withDatabase(server.databaseUrl, 'postgres'), { max: 1 })
  const name = new URL(server.databaseUrl).pathname.slice(1)
  try {
    await beside`alter database ${beside(name)} allow_connections false`
    await beside`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`
    for (const path of ['/', `/tools/${slug}`, '/categories'])
      expect(await read(path), path).toEqual([503, 'no-store', '5'])
  } finally {
    await beside`alter database ${beside(name)} allow_connections true`
    await beside.end()
  }
  await expect.poll(() => read(`/tools/${slug}`)).toEqual([200, 'public, max-age=0, must-revalidate', null])
  await server.sql`delete from public.tools where id = ${id}`
})
