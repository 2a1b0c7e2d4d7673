import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { administrator, member, post, raw } from '../support/actors.ts'
import { openPlaudit } from '../support/command-line.ts'
import { startFickleMailServer } from '../support/fickle-mail-server.ts'
import { closing, testServer } from '../support/test-file.ts'
import { until } from './transfer.ts'

/** Mails wait in the queue until they are sent: each once, in order, whatever the mail server does (decision 170). */
vi.setConfig({ testTimeout: 60_000 })

const port = 20_000 + Math.floor(Math.random() * 10_000)
let mails = await startFickleMailServer(port)
const server = await testServer({ RATE_LIMITS: 'off', SMTP_URL: mails.url })
const program = closing(openPlaudit())
afterAll(() => mails.close())

interface Job {
  to: string
  state: string
  tries: number
  /** Seconds until it is tried. */
  pause: number
  reason: string | null
}
const jobs = () => server.sql<Job[]>`
  select data ->> 'to' as to, state::text, retry_count as tries, output ->> 'reason' as reason,
    extract(epoch from start_after - now())::float8 as pause
  from pgboss.job order by created_on`
const isEmpty = () => until(async () => (await jobs()).length === 0)
/** As if so much time had passed for everything that waits. */
const pass = (time: string) =>
  server.sql`update pgboss.job set start_after = start_after - ${time}::interval, created_on = created_on - ${time}::interval`

let number = 0
const newAddress = () => `waiting-${number++}@example.org`
/** Signs up, so that a mail is written. */
async function ask(email = newAddress()): Promise<string> {
  const data = { full_name: 'Anna', username: `u-${crypto.randomUUID().slice(0, 8)}` }
  const answer = await post(server, '/auth/v1/signup', { email, password: 'long enough', data })
  expect(answer.status).toBe(200)
  return email
}
const takenOf = () => mails.taken.map(({ to }) => to)

beforeEach(async () => {
  mails.at = async () => undefined
  mails.taken.length = 0
  await server.sql`delete from pgboss.job`
})

describe('a mail server', () => {
  test('that is away for an hour: each mail once, in order, and none counts as tried meanwhile', async () => {
    await mails.close()
    const asked = [await ask(), await ask(), await ask()]
    const pauses: number[] = []
    const tried = async (tries: number) => {
      await until(async () =>
        (await jobs()).some((job) => job.state === 'retry' && job.tries === tries && job.pause > 0),
      )
      const [first, ...others] = await jobs()
      expect(first?.reason).toContain('ESOCKET')
      expect(others.map(({ state, tries }) => [state, tries])).toEqual(others.map(() => ['created', 0]))
      pauses.push(first?.pause ?? 0)
    }
    for (let tries = 0; tries < 5; tries++) {
      await tried(tries)
      if (tries === 1) asked.push(await ask())
      await pass('1 minute')
      // The pauses have grown beyond a minute.
      if (tries >= 3) await pass('1 hour')
    }
    // Each is up to twice the least it may be.
    expect(pauses.every((pause, at) => at < 2 || pause > (pauses[at - 2] ?? 0))).toBe(true)
    mails = await startFickleMailServer(port)
    await pass('1 hour')
    await isEmpty()
    expect(takenOf()).toEqual(asked)
  })

  test('that refuses for now is tried again; others are sent, later ones to the address wait', async () => {
    const [slow, other] = [newAddress(), newAddress()]
    mails.at = async (step, address) => (step === 'recipient' && address === slow ? 450 : undefined)
    await ask(slow)
    await until(async () => (await jobs())[0]?.state === 'retry')
    mails.at = async () => undefined
    await post(server, '/auth/v1/resend', { type: 'signup', email: slow })
    await ask(other)
    await until(async () => (await jobs()).length === 2)
    expect(takenOf()).toEqual([other])
    expect((await jobs()).map(({ to, reason }) => [to, reason])).toEqual([
      [slow, 'EENVELOPE 450'],
      [slow, null],
    ])
    await pass('1 minute')
    await isEmpty()
    expect(takenOf()).toEqual([other, slow, slow])
    expect(new Set(mails.taken.map(({ messageId }) => messageId)).size).toBe(3)
  })

  test('that refuses for good is not asked again, and one that never takes it is given up in the end', async () => {
    const [unknown, full] = [newAddress(), newAddress()]
    mails.at = async (step, address) => {
      if (step === 'recipient' && address === unknown) return 550
      return step === 'content' && address === full ? 452 : undefined
    }
    await ask(unknown)
    await until(async () => (await jobs())[0]?.state === 'failed')
    await ask(full)
    await until(async () => (await jobs())[1]?.state === 'retry')
    // A day of trying.
    await server.sql`update pgboss.job set retry_count = retry_limit - 1 where state = 'retry'`
    await pass('1 hour')
    await until(async () => (await jobs())[1]?.state === 'failed')
    expect((await jobs()).map(({ to, reason }) => [to, reason])).toEqual([
      [unknown, 'EENVELOPE 550'],
      [full, 'EMESSAGE 452'],
    ])
    expect(server.output()).toContain('"givenUp":true')
    // What comes later is not held up.
    mails.at = async () => undefined
    await post(server, '/auth/v1/resend', { type: 'signup', email: full })
    await until(async () => takenOf().length === 1)
    expect(takenOf()).toEqual([full])
  })

  test('that refuses our sender is asked again: all mails wait, and none is lost', async () => {
    mails.at = async (step) => (step === 'sender' ? 550 : undefined)
    const asked = [await ask(), await ask()]
    await until(async () => (await jobs())[0]?.state === 'retry')
    expect((await jobs()).map(({ to, state, reason }) => [to, state, reason])).toEqual([
      [asked[0], 'retry', 'EENVELOPE 550'],
      [asked[1], 'created', null],
    ])
    mails.at = async () => undefined
    await pass('1 minute')
    await isEmpty()
    expect(takenOf()).toEqual(asked)
  })

  test('that accepts connections and says nothing holds nobody up but its mails', async () => {
    let isReached = false
    mails.at = (step) => {
      isReached ||= step === 'connection'
      return step === 'connection' ? new Promise(() => undefined) : Promise.resolve(undefined)
    }
    const first = await ask()
    await until(async () => isReached)
    // Meanwhile the mail is being sent, and the site answers.
    const second = await ask()
    await until(async () => (await jobs())[0]?.reason === 'ETIMEDOUT Greeting never received')
    expect((await jobs()).map(({ state }) => state)).toEqual(['retry', 'created'])
    mails.at = async () => undefined
    await pass('1 hour')
    await isEmpty()
    expect(takenOf()).toEqual([first, second])
  })
})

test('the command line lists what waits and what was given up, and tries it now', async () => {
  const plaudit = (...args: string[]) => program.run(['jobs', ...args], { DATABASE_URL: server.databaseUrl })
  const [unknown, slow] = [newAddress(), newAddress()]
  mails.at = async (step, address) => {
    if (step !== 'recipient') return undefined
    return address === unknown ? 550 : 450
  }
  await ask(unknown)
  await until(async () => (await jobs())[0]?.state === 'failed')
  await ask(slow)
  await until(async () => (await jobs())[1]?.state === 'retry')
  const listed = (await plaudit()).out.trim().split('\n')
  expect(listed).toHaveLength(2)
  expect(listed[0]).toMatch(
    new RegExp(`^[0-9a-f-]{36}  mails  sign_up to ${slow}, since .*: tried again at .*, last: .*450$`),
  )
  expect(listed[1]).toMatch(
    new RegExp(`sign_up to ${unknown}, since .*: given up, last: EENVELOPE 550, 1 try$`),
  )
  for (const args of [[], ['not-a-job'], ['--all', 'x'], [crypto.randomUUID()]])
    expect((await plaudit('retry', ...args)).code).toBe(2)
  mails.at = async (step, address) => (step === 'recipient' && address === slow ? 450 : undefined)
  expect((await plaudit('retry', listed[1]?.slice(0, 36) ?? '')).out).toBe('1 job is tried now\n')
  await until(async () => (await jobs()).map(({ to }) => to).join() === slow)
  expect(takenOf()).toEqual([unknown])
  // So that nothing but the command makes it due.
  await pass('-1 hour')
  mails.at = async () => undefined
  expect((await plaudit('retry', '--all')).out).toBe('1 job is tried now\n')
  await isEmpty()
  expect(takenOf()).toEqual([unknown, slow])
  expect((await plaudit()).out).toBe('Nothing waits, and nothing was given up.\n')
})

test('what waits for a member is forgotten with the account', async () => {
  const person = await member(server)
  mails.at = async (step) => (step === 'recipient' ? 450 : undefined)
  await post(server, '/auth/v1/recover', { email: person.email })
  const other = await ask()
  await until(async () => (await jobs()).every(({ state }) => state === 'retry'))
  expect((await jobs()).map(({ to }) => to)).toEqual([person.email, other])
  const { error } = await person.client.rpc('delete_my_account', { confirm_username: person.username })
  expect(error).toBeNull()
  expect((await jobs()).map(({ to }) => to)).toEqual([other])
})

test('a mail is written with its cause, or not at all', async () => {
  const queue = (sql: { unsafe(text: string): PromiseLike<unknown> }) =>
    sql.unsafe(`select private.queue_mail('{"kind": "existing_account", "to": "nobody@example.org"}')`)
  await server.sql
    .begin(async (transaction) => {
      await queue(transaction)
      throw new Error('taken back')
    })
    .catch(() => undefined)
  const asked = await ask()
  await isEmpty()
  expect(takenOf()).toEqual([asked])
})

test('what waits holds no secret, and nobody reaches it through the API', async () => {
  mails.at = async (step) => (step === 'recipient' ? 450 : undefined)
  const person = await member(server)
  const admin = await administrator(server)
  await ask()
  await post(server, '/auth/v1/recover', { email: person.email })
  const change = JSON.stringify({ email: newAddress() })
  expect(
    (await raw(server, '/auth/v1/user', { method: 'PUT', body: change }, person.accessToken)).status,
  ).toBe(200)
  // The second one to the member waits for the first.
  await until(async () => (await jobs()).map(({ state }) => state).join() === 'retry,retry,created,retry')
  const rows = await server.sql`select data::text as data from pgboss.job`
  const hashes = await server.sql<{ hash: string }[]>`
    select unnest(array[recovery_token, email_change_token_current, email_change_token_new]) as hash
    from auth.users where id = ${person.id} union all select token_hash from auth.pending_sign_ups`
  expect(hashes.every(({ hash }) => hash.length === 64)).toBe(true)
  const words = JSON.stringify(rows).match(/[\w-]{20,}/g) ?? []
  const digests = await Promise.all(
    words.map(async (word) =>
      Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(word))).toString('hex'),
    ),
  )
  expect(hashes.filter(({ hash }) => digests.includes(hash))).toEqual([])
  for (const token of [undefined, person.accessToken, admin.accessToken, server.secretKey])
    for (const path of ['job', 'job_common', 'queue', 'rpc/queue_mail', 'rpc/create_queue']) {
      const init = { headers: { 'accept-profile': 'pgboss' } }
      expect((await raw(server, `/rest/v1/${path}`, init, token)).ok, path).toBe(false)
      expect((await raw(server, `/rest/v1/${path}`, {}, token)).ok, path).toBe(false)
    }
  const [open] = await server.sql`
    select has_schema_privilege('anon', 'pgboss', 'usage') or has_schema_privilege('authenticated', 'pgboss', 'usage')
      or has_schema_privilege('service_role', 'pgboss', 'usage') as open`
  expect(open?.open).toBe(false)
})
