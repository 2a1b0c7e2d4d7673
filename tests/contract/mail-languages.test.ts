import type { Email } from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { loadLanguages } from '../../server/product/languages.ts'
import { followLink, member, post, raw, redeem } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { change, follow, newAddress } from './email-change.ts'

/** Mails in the language of the account, with links to its pages: a German site, with English and Arabic beside it. */

const server = await testServer({ LANGUAGES: 'de,en,ar', RATE_LIMITS: 'off' })
const languages = await loadLanguages(['de', 'en', 'ar'])

const PASSWORD = 'long enough'

function signUp(email: string, language?: unknown, path = '/auth/v1/signup') {
  const data = { full_name: 'Anna', username: `u-${crypto.randomUUID().slice(0, 8)}`, language }
  return post(server, path, { email, password: PASSWORD, data })
}

/** The languages of a mail: of its subject and of the HTML. */
function languageOf({ subject = '', html = '' }: Email): string[] {
  const of = languages.filter(({ mails }) =>
    Object.values(mails.kinds).some((kind) => kind.subject({ site: 'Plaudit' }) === subject),
  )
  return [...of.map(({ code }) => code), /<html lang="(\w+)"/.exec(html)?.[1] ?? '']
}

/** Opens the page of a mail's first link, and returns its URL and language. */
async function open(mail: Email) {
  const link = /https?:\/\/\S+/.exec(mail.text ?? '')?.[0] ?? ''
  const answer = await fetch(link)
  const html = await answer.text()
  return { link, status: answer.status, language: /<html lang="(\w+)"/.exec(html)?.[1], html }
}

describe.each(languages)('an account of a page in $name', ({ code, prefix, direction }) => {
  test('gets every mail in it, and its links lead to pages in it', async () => {
    const email = newAddress()
    let seen = 0
    const expectNext = async (path: string, to = email, number = seen++) => {
      const mail = await server.mail.next(to, number)
      expect(languageOf(mail), mail.subject).toEqual([code, code])
      expect(mail.html).toContain(`dir="${direction}"`)
      const page = await open(mail)
      expect(page.link.slice(server.url.length).split('?')[0]).toBe(`${prefix}${path}`)
      expect([page.status, page.language]).toEqual([200, code])
      return page
    }
    expect((await signUp(email, code)).status).toBe(200)
    await expectNext('/auth/confirm')
    await post(server, '/auth/v1/resend', { type: 'signup', email })
    await expectNext('/auth/confirm')
    expect((await followLink(server, email)).status).toBe(200)
    await signUp(email, 'en')
    await expectNext('/login')
    await post(server, '/auth/v1/otp', { email })
    await expectNext('/auth/confirm')
    // From a page in another language.
    await post(server, `/auth/v1/recover?redirect_to=${server.url}/en/reset-password`, { email })
    const recovery = await expectNext('/auth/confirm')
    expect(new URL(recovery.link).searchParams.get('next')).toBe('/reset-password')
    const session = await (await redeem(server, recovery.link, 'recovery')).json()
    const body = JSON.stringify({ password: 'a better one' })
    const changed = await raw(server, '/auth/v1/user', { method: 'PUT', body }, session.access_token)
    expect(changed.status).toBe(200)
    await expectNext('/forgot-password')

    const to = newAddress()
    await change(server, { accessToken: session.access_token }, to)
    await expectNext('/auth/confirm')
    await expectNext('/auth/confirm', to, 0)
    for (const [address, number] of [
      [to, 0],
      [email, seen - 1],
    ] as const)
      expect((await follow(server, address, number)).status).toBe(200)
    const back = await expectNext('/auth/confirm')
    expect((await redeem(server, back.link, 'recovery')).status).toBe(200)
    await expectNext('/login')
    await expectNext('/login', to, 1)
  })
})

test('without scripts, the form of a link stays in its language', async () => {
  const email = newAddress()
  await signUp(email, 'ar')
  const { link, html } = await open(await server.mail.next(email))
  const action = /<form[^>]*action="([^"]*confirm)"/.exec(html)?.[1]
  expect(action).toBe('/ar/auth/confirm')
  const token_hash = new URL(link).searchParams.get('token_hash') ?? ''
  const answer = await fetch(server.url + action, {
    method: 'POST',
    body: new URLSearchParams({ token_hash, type: 'signup' }),
    redirect: 'manual',
  })
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    '/ar/auth/confirm?status=verified&type=signup',
  ])
})

test('a link leads on to a page of its language', async () => {
  const email = newAddress()
  await signUp(email, 'en', `/auth/v1/signup?redirect_to=${server.url}/ar/tools/whisper?a=b`)
  const link = new URL(await server.mail.link(email))
  expect([link.pathname, link.searchParams.get('next')]).toEqual(['/en/auth/confirm', '/tools/whisper?a=b'])
})

test.each([['ja'], ['DE'], ['../en'], [{ code: 'en' }], ['<b>'.repeat(9)], [undefined]])(
  'the first language for the sign-up of %j, which the site does not have; nothing of it is kept',
  async (language) => {
    const email = newAddress()
    expect((await signUp(email, language)).status).toBe(200)
    const mail = await server.mail.next(email)
    expect(languageOf(mail)).toEqual(['de', 'de'])
    expect((await followLink(server, email)).status).toBe(200)
    const [account] =
      await server.sql`select raw_user_meta_data as data from auth.users where email = ${email}`
    expect(Object.keys(account?.data).sort()).toEqual(['full_name', 'username'])
  },
)

test('an address with an account is told in that account’s language who wants to have it', async () => {
  const [owner, other] = [newAddress(), await member(server)]
  await signUp(owner, 'ar')
  await followLink(server, owner)
  await change(server, other, owner)
  expect(languageOf(await server.mail.next(owner, 1))).toEqual(['ar', 'ar'])
  // Accounts made before the site had languages, and those that lost theirs, are mailed in the first one.
  expect(languageOf(await server.mail.next(other.email))).toEqual(['de', 'de'])
  await server.sql`
    update auth.users set raw_user_meta_data = raw_user_meta_data || '{"language": "ja"}' where email = ${owner}`
  await post(server, '/auth/v1/recover', { email: owner })
  expect(languageOf(await server.mail.next(owner, 2))).toEqual(['de', 'de'])
})
