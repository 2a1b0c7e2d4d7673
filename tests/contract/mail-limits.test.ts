import { describe, expect, test, vi } from 'vitest'
import { member, raw } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'

/** Mails per mailbox, whatever call causes them (docs/decisions/048). */
vi.setConfig({ testTimeout: 30_000 })

const server = await testServer({ TRUST_PROXY: 'loopback' })

let networks = 0
const newNetwork = () => `198.51.100.${++networks}`

const post = (path: string, body: unknown, network: string, cookie?: string) =>
  raw(server, path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'x-forwarded-for': network, ...(cookie && { cookie }) },
  })

let names = 0
const signUp = (email: string, network: string) =>
  post(
    '/auth/v1/signup',
    { email, password: 'long enough', data: { full_name: 'New', username: `mailed-${++names}` } },
    network,
  )
const recover = (email: string, network: string, cookie?: string) =>
  post('/auth/v1/recover', { email }, network, cookie)
const resend = (email: string, network: string) => post('/auth/v1/resend', { email, type: 'signup' }, network)
const otp = (email: string, network: string) => post('/auth/v1/otp', { email }, network)

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i))
async function inTurn(count: number, ask: (turn: number) => Promise<Response>): Promise<number[]> {
  const statuses: number[] = []
  for (let turn = 0; turn < count; turn++) statuses.push((await ask(turn)).status)
  return statuses
}
const accepted = (statuses: number[]) => statuses.filter((status) => status === 200).length

/** Mails to this address so far. They are sent up to half a second after the response. */
const mailsSoFar = (address: string) =>
  server.mail.all().filter(({ to }) => to?.some((one) => one.address === address)).length

/** Waits for this many mails, and long enough to see that later requests sent none. */
async function expectMails(address: string, count: number): Promise<void> {
  await expect.poll(() => mailsSoFar(address)).toBe(count)
  const later = await member(server)
  for (let mail = 0; mail < 2; mail++) {
    expect((await recover(later.email, newNetwork())).status).toBe(200)
    await expect.poll(() => mailsSoFar(later.email)).toBe(1 + mail)
  }
  expect(mailsSoFar(address)).toBe(count)
}

test('fifteen sign-ups from one network send six', async () => {
  const network = newNetwork()
  const statuses = await inTurn(15, () => signUp('fifteen@example.org', network))
  expect(statuses).toEqual([...times(6, () => 200), ...times(9, () => 429)])
  await expectMails('fifteen@example.org', 6)
})

test('fifteen sign-ups from as many networks send twelve', async () => {
  const statuses = await inTurn(15, () => signUp('networks@example.org', newNetwork()))
  expect(statuses).toEqual([...times(12, () => 200), ...times(3, () => 429)])
  await expectMails('networks@example.org', 12)
})

test('sign-ups are refused after as many mails, whether those were asked for from a network the account is known at', async () => {
  const owner = await member(server)
  const [home, elsewhere] = [newNetwork(), newNetwork()]
  await post('/auth/v1/token?grant_type=password', { email: owner.email, password: owner.password }, home)
  const tell = async (email: string, network: string) => {
    expect(accepted(await inTurn(6, () => resend(email, network)))).toBe(6)
    return inTurn(8, () => signUp(email, newNetwork()))
  }
  const expected = [...times(6, () => 200), 429, 429]
  expect(await tell(owner.email, home)).toEqual(expected)
  expect(await tell('nobody-here@example.org', elsewhere)).toEqual(expected)
})

test('sign-up, resend, recovery and link count together', async () => {
  const network = newNetwork()
  const calls = [signUp, resend, recover, otp]
  const statuses = await inTurn(8, (turn) => (calls[turn % 4] ?? otp)('together@example.org', network))
  expect(statuses).toEqual([...times(6, () => 200), 429, 429])
})

test('addresses of one mailbox count together (mail-limit.test.ts), and those that only look alike apart', async () => {
  const network = newNetwork()
  const write = (turn: number) =>
    `${'dottedbox'.slice(0, turn + 1)}.${'dottedbox'.slice(turn + 1)}+${turn}@gmail.com`
  expect(accepted(await inTurn(8, (turn) => signUp(write(turn), network)))).toBe(6)
  expect((await recover('dottedbox@gmail.com', network)).status).toBe(429)
  expect((await recover('dotted.box@example.org', network)).status).toBe(200)
})

describe('changes of address', () => {
  const change = ({ accessToken }: { accessToken: string }, email: string) =>
    raw(
      server,
      '/auth/v1/user',
      { method: 'PUT', body: JSON.stringify({ email }), headers: { 'x-forwarded-for': newNetwork() } },
      accessToken,
    )

  test('are limited per member, whatever addresses they name and wherever they come from', async () => {
    const person = await member(server)
    const statuses = await inTurn(8, (turn) => change(person, `named-${turn}@example.org`))
    expect(statuses).toEqual([...times(6, () => 200), 429, 429])
    await expectMails(person.email, 6)
  })

  test('count with the other mails of the mailbox, alike whether it has an account', async () => {
    const owner = await member(server)
    const tell = async (email: string) => {
      await inTurn(10, () => signUp(email, newNetwork()))
      return inTurn(4, async () => change(await member(server), email))
    }
    const expected = [200, 200, 429, 429]
    expect(await tell(owner.email)).toEqual(expected)
    expect(await tell('not-known-here@example.org')).toEqual(expected)
    await expectMails(owner.email, 12)
  })
})

describe('strangers who ask for recovery', () => {
  const signIn = (person: { email: string; password: string }, network: string) =>
    post('/auth/v1/token?grant_type=password', { email: person.email, password: person.password }, network)

  test('six times do not use up the share of the owner, who comes from elsewhere', async () => {
    const owner = await member(server)
    const stranger = newNetwork()
    expect(await inTurn(7, () => recover(owner.email, stranger))).toEqual([...times(6, () => 200), 429])
    expect((await recover(owner.email, newNetwork())).status).toBe(200)
    await expectMails(owner.email, 7)
  })

  test('from anywhere do not keep a mail from the network and the browser the owner signed in with', async () => {
    const owner = await member(server)
    const home = newNetwork()
    const cookie = (await signIn(owner, home)).headers.getSetCookie()[0]?.split(';')[0]
    expect(accepted(await inTurn(16, () => recover(owner.email, newNetwork())))).toBe(16)
    await expectMails(owner.email, 12)
    expect((await recover(owner.email, home)).status).toBe(200)
    await expectMails(owner.email, 13)
    const neighbours = await inTurn(6, () => recover(owner.email, home))
    expect(neighbours).toContain(429)
    const sent = 13 + accepted(neighbours)
    await expectMails(owner.email, sent)
    expect((await recover(owner.email, home, cookie)).status).toBe(200)
    await expectMails(owner.email, sent + 1)
  })

  test('cannot evade the limit by other kinds of mail, refused calls or other addresses of the mailbox', async () => {
    const owner = await member(server)
    const [name, domain] = owner.email.split('@')
    for (let turn = 0; turn < 13; turn++) {
      await signUp(owner.email, newNetwork())
      await recover(`${name}+${turn}@${domain}`, newNetwork())
      await post('/auth/v1/recover', { email: owner.email, data: 1 }, newNetwork())
    }
    // Twelve say that there is an account.
    await expectMails(owner.email, 12)
    expect((await recover(owner.email, newNetwork())).status).toBe(200)
    await expectMails(owner.email, 13)
  })

  test('are answered beyond the limit as for an unknown address, and invalidate no link', async () => {
    const owner = await member(server)
    const answers = async (email: string) => {
      const told: unknown[] = []
      for (let turn = 0; turn < 14; turn++) {
        const answer = await recover(email, newNetwork())
        const names = [...answer.headers.keys()].sort()
        const left = answer.headers.get('ratelimit-remaining')
        told.push([answer.status, await answer.text(), names, left])
      }
      return told
    }
    expect(await answers(owner.email)).toEqual(await answers('nobody-at-all@example.org'))
    await expectMails(owner.email, 12)
    // They arrive in any order; the newest contains the valid link.
    const verify = async (mail: number) => {
      const link = new URL(await server.mail.link(owner.email, mail))
      const body = { token_hash: link.searchParams.get('token_hash'), type: 'recovery' }
      return (await post('/auth/v1/verify', body, newNetwork())).status
    }
    expect(await Promise.all(times(12, verify))).toContain(200)
  })
})
