import { expect, test } from 'vitest'
import { CONFIRM_OUTCOMES } from '#shared/confirm-outcomes.ts'
import { createConfirm } from './confirm.ts'

/** What the form for mailed links without scripts leads to, and what it asks of the service: ours, or a project's. */

const LINK = { token_hash: 'mailed', next: '/tools/whisper#upvote' }
const PASSWORDS = { password: 'a better one', confirmation: 'a better one' }

/** Posts the form; `answers`: by call, a status and body; no answer rejects. */
async function submit(
  form: Record<string, string>,
  answers: Record<string, readonly [status: number, body: unknown]> = {},
  isRefused = false,
) {
  const calls: string[] = []
  const api = async (request: Request) => {
    const { pathname, search } = new URL(request.url)
    const call = `${request.method} ${pathname.replace('/auth/v1/', '')}${search}`
    calls.push(call)
    const answer = answers[call]
    if (!answer) throw new TypeError('fetch failed')
    return new Response(answer[0] === 204 ? null : JSON.stringify(answer[1]), { status: answer[0] })
  }
  const body = new URLSearchParams(form)
  const request = new Request('http://site.example/auth/confirm', { method: 'POST', body })
  const answer = await createConfirm(api, 'http://site.example', 'key')(request, isRefused)
  const location = new URL(answer.headers.get('location') ?? '', 'http://site.example')
  expect([answer.status, location.pathname]).toEqual([303, '/auth/confirm'])
  const { status, ...rest } = Object.fromEntries(location.searchParams)
  expect(CONFIRM_OUTCOMES).toContain(status)
  return { status, rest, calls }
}

const VERIFY = 'POST verify'
const refusal = (status: number, error_code: string) => ({
  [VERIFY]: [status, { error_code }] as [number, unknown],
})

test.each([
  ['short', { password: '12345', confirmation: '12345' }],
  ['short', { password: '👏'.repeat(5), confirmation: '👏'.repeat(5) }],
  ['short', {}],
  ['long', { password: 'é'.repeat(37), confirmation: 'é'.repeat(37) }],
  ['differ', { password: 'a better one', confirmation: 'a better won' }],
])('a new password that is %s redeems nothing and keeps the link', async (status, passwords) => {
  const link = { ...LINK, type: 'recovery' }
  expect(await submit({ ...link, ...passwords })).toEqual({ status, rest: link, calls: [] })
})

test.each([
  ['later', refusal(429, 'over_request_rate_limit')],
  ['later', refusal(500, 'unexpected_failure')],
  ['later', refusal(503, 'service_unavailable')],
  ['later', {}],
  ['weak', refusal(422, 'weak_password')],
])('%s: the link is kept when the service answers %j', async (status, answers) => {
  for (const type of ['recovery', 'signup']) {
    const link = { ...LINK, type }
    expect(await submit({ ...link, ...PASSWORDS }, answers)).toEqual({ status, rest: link, calls: [VERIFY] })
  }
})

test('the link is kept when the limits refuse the call', async () => {
  const link = { ...LINK, type: 'recovery' }
  expect(await submit({ ...link, ...PASSWORDS }, {}, true)).toEqual({
    status: 'later',
    rest: link,
    calls: [],
  })
})

test.each([
  ['dead', refusal(403, 'otp_expired')],
  ['taken', refusal(422, 'validation_failed')],
  ['closed', refusal(403, 'signup_disabled')],
  ['suspended', refusal(403, 'user_banned')],
])('%s: the token is dropped when the service answers %j', async (status, answers) => {
  const { next } = LINK
  const form = { ...LINK, type: 'signup' }
  expect(await submit(form, answers)).toEqual({ status, rest: { type: 'signup', next }, calls: [VERIFY] })
})

const SESSION = { access_token: 'token', user: { app_metadata: {} } }

test('a verified sign-up ends the session nobody can use', async () => {
  const answers = { [VERIFY]: [200, SESSION], 'POST logout?scope=local': [204, null] } as const
  for (const type of ['signup', 'email', 'magiclink']) {
    const { status, calls } = await submit({ ...LINK, type }, answers)
    expect([status, calls]).toEqual(['verified', [VERIFY, 'POST logout?scope=local']])
  }
  const contested = { ...SESSION, user: { app_metadata: { has_password: false } } }
  const { status } = await submit({ ...LINK, type: 'signup' }, { ...answers, [VERIFY]: [200, contested] })
  expect(status).toBe('choose')
})

test.each([
  ['half', { msg: 'Confirmation link accepted.' }],
  ['changed', SESSION],
])('%s: what a link to change the address has confirmed', async (expected, body) => {
  const answers = { [VERIFY]: [200, body], 'POST logout?scope=local': [204, null] } as const
  expect((await submit({ ...LINK, type: 'email_change' }, answers)).status).toBe(expected)
})

test('our own service sets the password with the link', async () => {
  const { status, calls } = await submit({ ...LINK, ...PASSWORDS, type: 'recovery' }, { [VERIFY]: [200, {}] })
  expect([status, calls]).toEqual(['reset', [VERIFY]])
})

test.each([
  ['reset', [200, {}]],
  ['reset', [422, { error_code: 'same_password' }]],
  ['dead', [503, {}]],
] as const)('%s: a hosted project is given it with the session, and answers %j', async (expected, set) => {
  const answers = {
    [VERIFY]: [200, SESSION],
    'PUT user': set,
    'POST logout?scope=global': [204, null],
  } as const
  const { status, calls } = await submit({ ...LINK, ...PASSWORDS, type: 'recovery' }, answers)
  expect([status, calls]).toEqual([expected, [VERIFY, 'PUT user', 'POST logout?scope=global']])
})

test('a body that is no form, and texts of any length, are no fault', async () => {
  const confirm = createConfirm(async () => new Response(null, { status: 403 }), 'http://site.example', 'key')
  const post = (body: BodyInit) =>
    confirm(new Request('http://site.example/auth/confirm', { method: 'POST', body }), false)
  expect((await post('{"token_hash": 1}')).headers.get('location')).toBe(
    '/auth/confirm?status=dead&type=signup',
  )
  const long = await post(new URLSearchParams({ type: 'recovery', token_hash: 'x'.repeat(9000) }))
  expect(long.headers.get('location')?.length).toBeLessThan(1200)
})
