import { expect, test } from 'vitest'
import { administrator, member, type Person } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { sendIn } from './contributions.ts'
import { addFlag, addTool, addUpvote } from './rows.ts'
import { until } from './transfer.ts'

/** Notices by mail, where the member wants them: by what they are about, at once or daily, at most one an hour. */

const server = await testServer({ LANGUAGES: 'en,de' })
const { sql } = server
const WISHED = { recommendations: 'now' }

type Wishes = Record<string, string>
const want = (person: Person, wishes: Wishes) => person.client.rpc('save_my_notice_mails', { wishes })
async function wanting(wishes: Wishes): Promise<Person> {
  const person = await member(server)
  expect((await want(person, wishes)).error).toBeNull()
  return person
}
/** A notice of so many minutes ago. */
const tell = (person: Person, kind: string, minutes: number, { tool = 'Whisper', reason = '' } = {}) => sql`
  insert into private.notices (member_id, kind, cause, tool_name, reason, created_at)
  values (${person.id}, ${kind}, 'test', ${tool}, ${reason || null}, now() - make_interval(mins => ${minutes}))`
const mailsTo = ({ email }: Person) => server.mail.all().filter(({ to }) => to?.[0]?.address === email)
/** Writes what is due, and waits until it is sent. */
async function send(): Promise<void> {
  await sql`select private.queue_notice_mails()`
  await until(async () => (await sql`select from pgboss.job`).length === 0)
}
const mailed = (person: Person, ago: string) =>
  sql`update private.notice_mails set mailed_at = now() - ${ago}::interval where member_id = ${person.id}`

test('tell what is unread, with the reason, and why one gets them', async () => {
  const person = await wanting({ recommendations: 'now', reports: 'daily' })
  await tell(person, 'recommendation_rejected', 7, {
    tool: 'A <b>bold</b> tool',
    reason: 'Advertising & such',
  })
  await tell(person, 'appeal_approved', 7)
  await send()
  const [mail] = mailsTo(person)
  for (const text of ['A <b>bold</b> tool', 'a moderator', 'Advertising & such', 'Your appeal was accepted.'])
    expect(mail?.text?.toLowerCase()).toContain(text.toLowerCase())
  expect(mail?.html).toContain('A &lt;b&gt;bold&lt;/b&gt; tool')
  expect(mail?.html).toContain('Advertising &amp; such')
  expect(mail?.text).toContain(`${server.url}/profile?tab=notices`)
  expect(mail?.text).toMatch(/your profile at Plaudit asks for it/)
  await tell(person, 'recommendation_counted', 7)
  await send()
  expect(mailsTo(person)).toHaveLength(1)
  await mailed(person, '61 minutes')
  await send()
  expect(mailsTo(person)).toHaveLength(2)
  expect(mailsTo(person)[1]?.text).not.toContain('Your appeal')
  expect(mailsTo(person)[1]?.messageId).not.toBe(mail?.messageId)
})

test('are not written for what is read, taken back, not wanted, or may still be undone', async () => {
  const [reader, other, fresh] = [
    await wanting({ recommendations: 'now' }),
    await wanting({ reports: 'now' }),
    await wanting({ recommendations: 'now' }),
  ]
  const nothing = await member(server)
  for (const person of [reader, other, nothing]) await tell(person, 'recommendation_hidden', 7)
  await tell(fresh, 'recommendation_hidden', 4)
  await sql`update private.notices set read_at = now() where member_id = ${reader.id}`
  await send()
  for (const person of [reader, other, nothing, fresh]) expect(mailsTo(person)).toEqual([])
  await sql`update private.notices set created_at = created_at - interval '3 minutes' where member_id = ${fresh.id}`
  await send()
  expect(mailsTo(fresh)).toHaveLength(1)
  // Read between the writing of the mail and its sending.
  const late = await wanting({ recommendations: 'now' })
  await tell(late, 'recommendation_hidden', 7)
  await sql.begin(async (transaction) => {
    await transaction`select private.queue_notice_mails()`
    await transaction`update private.notices set read_at = now() where member_id = ${late.id}`
  })
  await send()
  expect(mailsTo(late)).toEqual([])
})

test('of one day come as one, in the morning', async () => {
  const person = await wanting({ reports: 'daily' })
  await tell(person, 'report_approved', 0)
  await send()
  expect(mailsTo(person)).toEqual([])
  const morning = sql`date_trunc('day', now() - interval '7 hours', 'UTC') + interval '7 hours'`
  await sql`update private.notices set created_at = ${morning} - interval '1 minute' where member_id = ${person.id}`
  await tell(person, 'report_deleted', 7)
  // What may still be undone is left for the next one, and what came after it, or it would be passed over.
  await tell(person, 'report_approved', 1)
  await tell(person, 'report_approved', 7)
  await send()
  expect(mailsTo(person)).toHaveLength(1)
  expect(mailsTo(person)[0]?.text?.match(/^Whisper$/gm)).toHaveLength(2)
  await mailed(person, '61 minutes')
  await tell(person, 'report_approved', 10)
  await sql`update private.notice_mails set mailed_at = ${morning} where member_id = ${person.id}`
  await send()
  expect(mailsTo(person)).toHaveLength(1)
})

test('end with one click in the mail program, without signing in, and with nobody else’s link', async () => {
  const [person, other] = [
    await wanting({ recommendations: 'now' }),
    await wanting({ recommendations: 'now' }),
  ]
  for (const one of [person, other]) await tell(one, 'recommendation_hidden', 7)
  await send()
  const headers = new Map(mailsTo(person)[0]?.headers.map(({ key, value }) => [key, value]))
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const address = headers.get('list-unsubscribe')?.slice(1, -1) ?? ''
  expect(address.startsWith(`${server.url}/auth/v1/unsubscribe?`)).toBe(true)
  const wishesOf = async ({ client }: Person) => (await client.rpc('get_my_notice_mails')).data
  // As RFC 8058 says.
  const click = (url: string) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
  const page = await fetch(address)
  expect([page.status, new URL(page.url).pathname]).toEqual([200, '/unsubscribe'])
  expect(await page.text()).toContain('Stop these emails')
  for (const wrong of [address.replace(person.id, other.id), `${address}x`, address.split('&')[0] ?? ''])
    expect((await click(wrong)).status).toBe(403)
  expect([await wishesOf(person), await wishesOf(other)]).toEqual([WISHED, WISHED])
  expect((await click(address)).status).toBe(200)
  expect([await wishesOf(person), await wishesOf(other)]).toEqual([{}, WISHED])
  await mailed(person, '2 hours')
  await tell(person, 'recommendation_counted', 7)
  await send()
  expect(mailsTo(person)).toHaveLength(1)
})

test('are wished by name only; what was told before is not mailed; nobody sees another’s', async () => {
  const person = await member(server)
  await tell(person, 'recommendation_hidden', 30)
  for (const wrong of [
    { recommendations: 'hourly' },
    { recommendations: 'off' },
    { votes: 'now' },
    ['now'],
    'now',
  ])
    expect((await person.client.rpc('save_my_notice_mails', { wishes: wrong })).error?.code).toBe('23514')
  await want(person, { recommendations: 'now' })
  await send()
  expect(mailsTo(person)).toEqual([])
  expect((await person.client.rpc('export_my_data')).data).toMatchObject({
    notice_mails: { recommendations: 'now' },
  })
  const other = await member(server)
  expect((await other.client.rpc('get_my_notice_mails')).data).toEqual({})
})

test('name twenty notices and how many more there are, in the language of the account', async () => {
  const person = await wanting({ contributions: 'now' })
  await sql`update auth.users set raw_user_meta_data = raw_user_meta_data || '{"language": "de"}' where id = ${person.id}`
  for (let number = 0; number < 23; number++)
    await tell(person, 'submission_accepted', 7, { tool: `Tool ${number}` })
  await send()
  const [mail] = mailsTo(person)
  expect(mail?.text?.match(/^Tool \d+$/gm)).toHaveLength(20)
  expect(mail?.text).toContain('Und 3 weitere.')
  expect(mail?.text).toContain(`${server.url}/de/unsubscribe?member=`)
  expect(mailsTo(person)).toHaveLength(1)
})

test('tell people with a role what waits for them, while it waits', async () => {
  const wish = { waiting: 'now' }
  const moderator = await administrator(server, 'moderator')
  const editor = await administrator(server, 'editor')
  const plain = await member(server)
  const late = await administrator(server, 'editor')
  await want(late, { waiting: 'daily' })
  for (const person of [moderator, editor, plain]) await want(person, wish)
  await send()
  for (const person of [moderator, editor, plain]) expect(mailsTo(person)).toEqual([])
  await addFlag(sql, await addUpvote(sql, await addTool(sql), await member(server)), await member(server))
  await sendIn(await member(server))
  await sendIn(await member(server))
  await send()
  const [toModerator, toEditor] = [mailsTo(moderator)[0], mailsTo(editor)[0]]
  expect(toModerator?.text).toContain('1 reported recommendation\n')
  expect(toModerator?.text).not.toContain('submission')
  expect(toEditor?.text).toContain('2 submissions and suggested changes')
  expect(toEditor?.text).not.toContain('reported')
  expect(toEditor?.text).toContain(`${server.url}/admin`)
  expect(toEditor?.headers.find(({ key }) => key === 'list-unsubscribe-post')).toBeDefined()
  expect([mailsTo(plain), mailsTo(late)]).toEqual([[], []])
  // An hour later: only if something came.
  for (const person of [moderator, editor]) await mailed(person, '61 minutes')
  await sql`update public.upvote_flags set flagged_at = now() - interval '2 hours'`
  await send()
  expect([mailsTo(moderator).length, mailsTo(editor).length]).toEqual([1, 2])
  // Once a day, as long as it waits.
  await sql`update private.contributions set created_at = now() - interval '2 days'`
  await send()
  expect(mailsTo(late)).toHaveLength(1)
  await mailed(late, '1 day')
  await sql`update private.contributions set state = 'withdrawn'`
  await send()
  expect(mailsTo(late)).toHaveLength(1)
})

test('tell moderators of an appeal against not being counted', async () => {
  const moderator = await administrator(server, 'moderator')
  const author = await member(server)
  const { id } = await addUpvote(sql, await addTool(sql), author)
  await administrator(server).then(({ client }) =>
    client.rpc('set_counted', { upvote_ids: [id], counted: false, reason: 'A crowd' }),
  )
  await want(moderator, { waiting: 'now' })
  expect(
    (await author.client.from('upvote_appeals').insert({ upvote_id: id, reason: 'I am none' })).error,
  ).toBeNull()
  await sql`update public.upvote_flags set flagged_at = now() - interval '2 hours'`
  await send()
  expect(mailsTo(moderator)[0]?.text).toContain('1 alert')
})

test('name followed categories, and no list: its name is its owner’s to change', async () => {
  const person = await wanting({ saved: 'now' })
  const places = [
    { name: 'Sign in at evil.example', path: '/lists/0123456789ab', tools: 2 },
    { name: 'Writing', path: '/categories/writing', tools: 1 },
  ]
  await tell(person, 'followed_news', 7, { tool: 'Sign in at evil.example, Writing' })
  await sql`update private.notices set details = ${sql.json({ places })} where member_id = ${person.id}`
  await tell(person, 'followed_news', 7, { tool: 'Sign in at evil.example' })
  await send()
  const text = mailsTo(person)[0]?.text ?? ''
  expect(text).not.toContain('evil.example')
  expect(text.split('There is something new in what you follow.')).toHaveLength(3)
  expect(text).toContain('\nWriting\nThere is something new')
})

test('tell of a sign-in by another browser, where one asked for it', async () => {
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const signIn = async ({ email, password }: Person, cookie = '') => {
    const response = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': agent,
        cookie,
        apikey: server.publishableKey,
      },
      body: JSON.stringify({ email, password }),
    })
    expect(response.status).toBe(200)
    return response.headers.get('set-cookie')?.split(';')[0] ?? ''
  }
  const told = async ({ client }: Person) => {
    const { data } = await client.rpc('list_my_notices')
    return data?.map(({ kind, tool_name }) => `${kind}: ${tool_name}`)
  }
  const person = await member(server)
  await signIn(person)
  expect(await told(person)).toEqual([])
  await want(person, { sign_ins: 'now' })
  const cookie = await signIn(person)
  await expect.poll(() => told(person)).toEqual(['signed_in: Firefox, Linux'])
  await signIn(person, cookie)
  await send()
  expect(mailsTo(person)).toHaveLength(1)
  expect(mailsTo(person)[0]?.text).toContain('Firefox, Linux\nYour account was signed in to')
  expect(await told(person)).toEqual(['signed_in: Firefox, Linux'])
})
