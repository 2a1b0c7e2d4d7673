import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { member, post, raw } from '../support/actors.ts'
import { closing } from '../support/test-file.ts'
import { startServerProcess } from '../support/test-server.ts'
import { addTool } from './rows.ts'

/** Failures can be found in the log: what, where, and in which request; without anything people wrote. */

const server = closing(await startServerProcess({ LOG_LEVEL: 'info' }))

interface Line {
  level: number
  id?: string
  status?: number
  path?: string
  msg: string
  error?: { name: string; code?: string; message?: string; frames?: string[] }
}

const ERROR = 50
const INFO = 30

/** Every line is a log line: nothing else writes to the terminal. */
const lines = (): Line[] =>
  server
    .output()
    .split('\n')
    .filter((line) => line !== '' && !/^ {2}/.test(line))
    .map((line) => JSON.parse(line))

const linesOf = (response: Response) =>
  lines().filter(({ id, error }) => error && id === response.headers.get('x-request-id'))

const SECRET = 'what-ada-wrote@example.org'

test('a read that fails inside a page is found by the id of the request', async () => {
  await server.sql`alter function private.count_matching rename to count_matching_away`
  await server.sql`select pg_notify('plaudit_changes', '*')`
  try {
    const response = await fetch(`${server.url}/?q=${SECRET}`)
    expect(response.status).toBe(500)
    await expect.poll(() => linesOf(response).length).toBeGreaterThan(0)
    const [found] = linesOf(response)
    expect(found).toMatchObject({
      level: ERROR,
      msg: expect.stringMatching(/^The page .* could not be loaded$/),
      error: { name: 'DataError', message: expect.stringMatching(/^Failed to fetch/) },
    })
    expect(found?.error?.frames?.[0]).toMatch(/^dist\/server\/.*:\d+:\d+/)
  } finally {
    await server.sql`alter function private.count_matching_away rename to count_matching`
  }
})

test.each([
  ['/rest/v1', 'public.tool_upvotes', 'reason'],
  ['/auth/v1', 'auth.pending_sign_ups', 'email'],
])(
  'a statement of %s that fails is found by its SQLSTATE and place, without its message',
  async (api, table, column) => {
    const person = await member(server)
    const tool = await addTool(server.sql)
    await server.sql.unsafe(`
    create function private.break_down() returns trigger language plpgsql as
      $$ begin raise exception '%', new.${column} using errcode = 'XX001'; end $$;
    create trigger break_down before insert on ${table} for each row execute function private.break_down();`)
    try {
      const row = { tool_id: tool.id, user_id: person.id, reason: SECRET }
      const data = { full_name: 'Ada', username: 'ada' }
      const response = await (api === '/rest/v1'
        ? post(server, `${api}/tool_upvotes`, row, person.accessToken)
        : post(server, `${api}/signup`, { email: SECRET, password: 'a-fine-password-1', data }))
      expect(response.status).toBe(500)
      await expect.poll(() => linesOf(response).length).toBeGreaterThan(0)
      expect(linesOf(response)).toMatchObject([
        { msg: `a request to ${api} failed`, error: { code: 'XX001' } },
      ])
      expect(linesOf(response)[0]?.error?.frames?.join()).toMatch(/server\/backend\/\S+\.ts:\d+|postgres/)
      expect(server.output()).not.toContain(SECRET)
    } finally {
      await server.sql.unsafe(`drop trigger break_down on ${table}; drop function private.break_down()`)
    }
  },
)

test('a client that disconnects during its request is no server error', async () => {
  const path = '/rest/v1/left_in_the_middle'
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: ${hostname}\r\napikey: ${server.publishableKey}\r\ncontent-length: 100\r\n\r\n{"a":`,
    () => setTimeout(() => socket.destroy(), 100),
  )
  const ofIt = () => lines().filter((line) => line.path === path)
  await expect.poll(() => ofIt().length).toBeGreaterThan(0)
  expect(ofIt()).toEqual([expect.objectContaining({ level: INFO, status: 499, msg: 'request' })])
  expect((await raw(server, '/healthz')).status).toBe(200)
})
