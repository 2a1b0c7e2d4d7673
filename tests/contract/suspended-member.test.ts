import { expect, test } from 'vitest'
import { administrator, member, type Person, post } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addTool, addUpvote } from './rows.ts'
import { lift, suspend } from './suspensions.ts'

/** What a suspended member can do: download their data and delete the account, with the password and nothing else. */

const server = await testServer()
const admin = await administrator(server)

const download = ({ email, password }: Pick<Person, 'email' | 'password'>) =>
  post(server, '/auth/v1/suspended', { email, password })
const remove = ({ email, password }: Pick<Person, 'email' | 'password'>, confirm_username?: string) =>
  post(server, '/auth/v1/suspended/delete', { email, password, confirm_username })
const exists = async ({ id }: Person) =>
  (await server.sql`select from auth.users where id = ${id}`).length === 1

async function suspended(): Promise<Person> {
  const person = await member(server)
  expect((await suspend(admin, person, false, 'Only advertisements.')).error).toBeNull()
  return person
}

test('the data are the same as those of a member, with the reason', async () => {
  const [person, tool] = [await member(server), await addTool(server.sql)]
  await addUpvote(server.sql, tool, person)
  const { data: before } = await person.client.rpc('export_my_data')
  await suspend(admin, person, false, 'Only advertisements.')
  const answer = await download(person)
  expect(answer.status).toBe(200)
  const now = { exported_at: expect.any(String), sessions: [] }
  const suspensions = [
    {
      reason: 'Only advertisements.',
      upvotes_hidden: false,
      suspended_at: expect.any(String),
      lifted_at: null,
    },
  ]
  expect(await answer.json()).toEqual({ ...Object(before), ...now, suspensions })
})

test('the account is deleted with its exact username', async () => {
  const person = await suspended()
  for (const typed of [undefined, '', 'somebody-else', admin.username]) {
    const refused = await remove(person, typed)
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({ msg: 'The username does not match' })
  }
  expect(await exists(person)).toBe(true)
  expect((await remove(person, person.username)).status).toBe(204)
  expect(await exists(person)).toBe(false)
})

test.each(['/auth/v1/suspended', '/auth/v1/suspended/delete'])(
  '%s is for suspended members with their password',
  async (path) => {
    const [person, other, gone] = [await suspended(), await member(server), await suspended()]
    await lift(admin, gone)
    const ask = async ({ email, username }: Person, password?: string) => {
      const answer = await post(server, path, { email, password, confirm_username: username })
      return [answer.status, (await answer.json()).error_code]
    }
    for (const wrong of [undefined, '', 'not my password'])
      expect(await ask(person, wrong)).toEqual([400, 'invalid_credentials'])
    expect(await ask({ ...person, email: 'nobody@example.org' }, person.password)).toEqual([
      400,
      'invalid_credentials',
    ])
    for (const free of [other, gone]) expect(await ask(free, free.password)).toEqual([400, 'not_suspended'])
    for (const each of [person, other, gone]) expect(await exists(each)).toBe(true)
  },
)

test('guesses are counted as those of signing in', async () => {
  const person = await suspended()
  const guess = (path: string) => post(server, path, { email: person.email, password: 'a guess' })
  const left = async (answer: Promise<Response>) => Number((await answer).headers.get('ratelimit-remaining'))
  const first = await left(guess('/auth/v1/token?grant_type=password'))
  expect(await left(guess('/auth/v1/suspended'))).toBe(first - 1)
  expect(await left(guess('/auth/v1/suspended/delete'))).toBe(first - 2)
})
