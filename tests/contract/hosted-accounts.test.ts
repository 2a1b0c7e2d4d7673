import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { member, post, visitor } from '../support/actors.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

/** Accounts as a Supabase project's service makes them: in auth.users at once, verified later, with any metadata. */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'off' })
})
afterAll(() => server?.close())

/** Inserts an unverified account; returns its id. */
async function create(email: string, metadata: Record<string, unknown> | null = {}): Promise<string> {
  const id = randomUUID()
  await server.sql`
    insert into auth.users (id, aud, role, email, raw_user_meta_data, created_at, updated_at)
    values (${id}, 'authenticated', 'authenticated', ${email},
      ${metadata === null ? null : JSON.stringify(metadata)}::text::jsonb, now(), now())`
  return id
}
const verify = (id: string) => server.sql`update auth.users set email_confirmed_at = now() where id = ${id}`
/** The profile, as a stranger reads it. */
const profileOf = async (id: string) =>
  (await visitor(server).from('profiles').select('full_name, username').eq('id', id)).data?.[0]

async function createVerified(email: string, metadata?: Record<string, unknown> | null) {
  const id = await create(email, metadata)
  await verify(id)
  return profileOf(id)
}

describe('an account that was given no username', () => {
  test.each([
    ['anna.smith@names.example', null, { full_name: 'anna.smith', username: 'anna-smith' }],
    ['bert+news@names.example', {}, { full_name: 'bert', username: 'bert' }],
    ['al@names.example', { email_verified: true }, { full_name: 'al', username: 'member' }],
    [
      'carla@names.example',
      { full_name: ' Carla\u202e Díaz ', user_name: 'cd' },
      { full_name: 'Carla Díaz', username: 'carla' },
    ],
    ['dora@names.example', { name: 'Dora' }, { full_name: 'Dora', username: 'dora' }],
    ['emil@names.example', { full_name: ' ' }, { full_name: 'emil', username: 'emil' }],
    [
      `${'f.'.repeat(20)}f@names.example`,
      { name: 'x'.repeat(300) },
      { full_name: 'x'.repeat(200), username: 'f-f-f-f-f-f-f-f-f-f-f' },
    ],
  ])('%s gets its names from the address, or the provider', async (email, metadata, names) => {
    expect(await createVerified(email, metadata)).toEqual(names)
  })

  test('without an address either', async () => {
    const id = await create('none@names.example')
    await server.sql`update auth.users set email = null, phone_confirmed_at = now() where id = ${id}`
    expect(await profileOf(id)).toEqual({
      full_name: 'Member',
      username: expect.stringMatching(/^member(-|$)/),
    })
  })

  test('gets an ending where its name is taken', async () => {
    await member(server, { username: 'Gustav' })
    const [one, two] = [
      await createVerified('gustav@one.example'),
      await createVerified('gustav@two.example'),
    ]
    for (const profile of [one, two]) expect(profile?.username).toMatch(/^gustav-[0-9a-f]{8}$/)
    expect(one?.username).not.toBe(two?.username)
  })
})

describe('names given at sign-up', () => {
  test.each([
    [{ username: 'nameless' }, 'Full name is required'],
    [{ full_name: 'Ann', username: null }, 'Username is required'],
    [{ full_name: 'Ann', username: 'ab' }, 'Username must be at least 3 characters'],
    [{ full_name: 'Ann', username: 'Taken' }, 'Username is already taken'],
  ])('%j are refused at once', async (metadata, message) => {
    await member(server, { username: 'taken' }).catch(() => undefined)
    await expect(create(`${randomUUID()}@refused.example`, metadata)).rejects.toThrow(message)
  })

  test('belong to nobody until the address is verified', async () => {
    const metadata = { full_name: 'Hanna', username: 'hanna' }
    const [first, second] = [
      await create('hanna@one.example', metadata),
      await create('hanna@two.example', metadata),
    ]
    const find = () => visitor(server).from('profiles').select('id').eq('username', 'hanna')
    expect([await profileOf(first), (await find()).data]).toEqual([undefined, []])
    await verify(second)
    expect((await find()).data).toEqual([{ id: second }])
    await verify(first)
    expect(await profileOf(first)).toEqual({
      full_name: 'Hanna',
      username: expect.stringMatching(/^hanna-[0-9a-f]{8}$/),
    })
  })

  test('stay as their member changed them when the address is verified again', async () => {
    const id = await create('ida@names.example', { full_name: 'Ida', username: 'ida' })
    await verify(id)
    await server.sql`update public.profiles set username = 'ida-b' where id = ${id}`
    await verify(id)
    expect(await profileOf(id)).toEqual({ full_name: 'Ida', username: 'ida-b' })
  })

  test('are deleted with an account that is never verified', async () => {
    const id = await create('jan@names.example', { full_name: 'Jan', username: 'jan' })
    expect((await server.sql`delete from auth.users where id = ${id} and confirmed_at is null`).count).toBe(1)
  })
})

describe('the hook before a user is created', () => {
  const setPolicy = (sign_up: string) =>
    server.sql`select private.write_site_settings(${server.sql.json({ sign_up })}, null, null)`
  const eventOf = (email: string | null, metadata: Record<string, unknown> = {}) =>
    JSON.stringify({
      metadata: { uuid: randomUUID(), name: 'before-user-created', ip_address: '192.0.2.1' },
      user: {
        id: randomUUID(),
        email: email ?? '',
        user_metadata: metadata,
        app_metadata: { provider: 'email' },
      },
    })
  async function ask(email: string | null, metadata?: Record<string, unknown>): Promise<unknown> {
    const [row] = await server.sql<{ answer: unknown }[]>`
      select private.before_user_created(${eventOf(email, metadata)}::text::jsonb) as answer`
    return row?.answer
  }
  const refusal = (message: string) => ({ error: { http_code: 422, message } })
  const names = () => ({ full_name: 'Somebody', username: `u-${randomUUID().slice(0, 8)}` })

  test.each(['open', 'invited', 'closed'])(
    'while sign-up is %s says what our own sign-up says',
    async (policy) => {
      await setPolicy('open')
      await server.sql`select private.invite('invited@hook.example', null), private.invite('@all.example', null)`
      await setPolicy(policy)
      for (const email of ['new@hook.example', 'Invited@hook.example', 'any@all.example']) {
        const data = names()
        const own = await post(server, '/auth/v1/signup', { email, password: 'long enough', data })
        const expected = own.ok ? {} : refusal((await own.json()).msg)
        expect([email, await ask(email, names())]).toEqual([email, expected])
        // An invitation from the dashboard, or a first sign-in with a provider.
        expect([email, await ask(email)]).toEqual([email, expected])
      }
      expect(await ask(null)).toEqual(
        policy === 'open' ? {} : expect.objectContaining({ error: expect.anything() }),
      )
      await setPolicy('open')
    },
  )

  test('refuses names in our words', async () => {
    await member(server, { username: 'Konrad' })
    const full_name = 'Konrad'
    expect(await ask('k@hook.example', { full_name, username: 'konrad' })).toEqual(
      refusal('Username is already taken'),
    )
    expect(await ask('k@hook.example', { full_name: '', username: 'konrad-2' })).toEqual(
      refusal('Full name is required'),
    )
    expect(await ask('k@hook.example', { full_name, username: 'konrad-2' })).toEqual({})
  })

  test('is the function that the settings of a project name', async () => {
    const config = await readFile('supabase/config.toml', 'utf8')
    const [, schema, name] = /"pg-functions:\/\/postgres\/(\w+)\/(\w+)"/.exec(config) ?? []
    const [row] = await server.sql`select to_regprocedure(${`${schema}.${name}(jsonb)`})::text as found`
    expect(row?.found).toBe('private.before_user_created(jsonb)')
  })

  test('may be called by the authentication service only, where there is one', async () => {
    const file = await readFile('supabase/schemas/site/84_before_user_created.sql', 'utf8')
    // No test may create roles: another role plays its part, until the transaction is rolled back.
    const played = file.replaceAll('supabase_auth_admin', 'service_role')
    class Undone extends Error {}
    const tried = server.sql.begin(async (sql) => {
      await sql.unsafe(played.replace('create function', 'create or replace function')).simple()
      const callers = await sql`
        select r.rolname as name from pg_roles r
        where not r.rolsuper and has_function_privilege(r.oid, 'private.before_user_created(jsonb)', 'execute')
          and r.oid <> (select p.proowner from pg_proc p where p.proname = 'before_user_created')`
      expect(callers.map(({ name }) => name)).toEqual(['service_role'])
      await sql`set local role service_role`
      const [row] =
        await sql`select private.before_user_created(${eventOf('z@hook.example')}::text::jsonb) as answer`
      expect(row?.answer).toEqual({})
      await expect(
        sql.savepoint((inner) => inner`select private.may_sign_up('z@hook.example')`),
      ).rejects.toThrow('permission denied')
      throw new Undone()
    })
    await expect(tried).rejects.toThrow(Undone)
  })
})
