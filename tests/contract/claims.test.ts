import { beforeEach, describe, expect, test } from 'vitest'
import { administrator, member, type Person, visitor } from '../support/actors.ts'
import { png } from '../support/logos.ts'
import { missing } from '../support/stub-internet.ts'
import { testServer } from '../support/test-file.ts'
import { proveClaim } from './claims.ts'
import { cardOf, decideOne, queueOf } from './contributions.ts'
import { addTool, addUpvote, type Tool } from './rows.ts'

/** Who makes a tool proves it: by a tag, a record or an email; never by what others can write. */

const server = await testServer({ RATE_LIMITS: 'off' })
const { sql, internet } = server
const [admin, editor, moderator] = [
  await administrator(server),
  await administrator(server, 'editor'),
  await administrator(server, 'moderator'),
]

let number = 0
let host = ''
let tool: Tool
let maya: Person
beforeEach(async () => {
  host = `maker-${++number}.example`
  internet.addresses[host] = ['127.0.0.1']
  tool = await addTool(sql, { website_url: `http://${host}/` })
  maya = await member(server)
})

const start = (by: Person, method: string, email?: string) =>
  by.client.rpc('start_claim', { tool_id: tool.id, method, email: email ?? null })
const claimsOf = async ({ client }: Person) => (await client.rpc('list_my_claims')).data ?? []
const stateOf = async (by: Person) => {
  const [claim] = await claimsOf(by)
  return [claim?.state, claim?.reason]
}
const isMaintained = async () =>
  (await visitor(server).from('tools').select('tool_makers(since)').eq('id', tool.id).single()).data
    ?.tool_makers.length === 1

/** Starts one by a tag or a record, and returns its id and token. */
async function started(by: Person, method: 'tag' | 'record') {
  const { data: id, error } = await start(by, method)
  if (!id) throw new Error(error?.message)
  const claim = (await claimsOf(by)).find((each) => each.id === id)
  return { id, token: claim?.token ?? '' }
}
const check = (by: Person, id: string) => by.client.rpc('check_claim', { claim_id: id })
const waits = (id: string) => sql`select from pgboss.job where name = 'claims' and id = ${id}`
const page = (head: string) => {
  internet.pages[`${host}/`] = (_, response) => response.end(`<!doctype html><head>${head}</head><body>`)
}
const soon = <T>(read: () => T) => expect.poll(read)
/** It was checked for nothing, and waits to be checked again. */
async function missed(id: string, why: string) {
  await soon(() => stateOf(maya)).toEqual(['checking', why])
  // Before that it could not be asked for at once.
  await soon(() => sql`select state::text from pgboss.job where id = ${id}`).toEqual([{ state: 'retry' }])
}
const tagOf = (token: string) => `<meta name="maker-claim" content="${token}">`

describe('by a tag', () => {
  test('it is proved once the tag is there, and visitors see that a maker maintains it, not who', async () => {
    const { id, token } = await started(maya, 'tag')
    expect(await stateOf(maya)).toEqual(['started', null])
    expect(await isMaintained()).toBe(false)
    page(tagOf('0'.repeat(32)))
    await check(maya, id)
    await missed(id, 'no_tag')
    page(tagOf(token))
    await check(maya, id)
    await soon(() => stateOf(maya)).toEqual(['proved', null])
    expect(await isMaintained()).toBe(true)
    await soon(() => waits(id)).toHaveLength(0)
    const shown = await visitor(server).from('tool_makers').select('*').eq('tool_id', tool.id)
    expect(Object.keys(shown.data?.[0] ?? {})).toEqual(['id', 'tool_id', 'since'])
    // A second one is not started, and nothing is checked again.
    expect((await start(maya, 'record')).error?.details).toBe('proved')
    expect((await check(maya, id)).error?.details).toBe('proved')
  })

  test('the token of another member, or of another claim of one’s own, proves nothing', async () => {
    const other = await member(server)
    const theirs = await started(other, 'tag')
    const mine = await started(maya, 'tag')
    page(tagOf(theirs.token))
    await check(maya, mine.id)
    await missed(mine.id, 'no_tag')
    await check(other, theirs.id)
    await soon(() => stateOf(other)).toEqual(['proved', null])
  })

  test.each<[string, () => void, string, string]>([
    ['a private address', () => (internet.addresses[host] = ['10.0.0.7']), 'private', 'failed'],
    ['no such name', () => delete internet.addresses[host], 'unknown_name', 'checking'],
    ['an error page', () => undefined, 'error_page', 'checking'],
    [
      'an answer that is no page',
      () => {
        internet.pages[`${host}/`] = (_, response) =>
          response.setHeader('content-type', 'text/plain; charset=utf-8').end('text')
      },
      'answer',
      'checking',
    ],
    [
      'another site',
      () => {
        internet.addresses['elsewhere.example'] = ['127.0.0.1']
        internet.pages['elsewhere.example/'] = (_, response) => response.end('<head>')
        internet.pages[`${host}/`] = (_, response) =>
          response.writeHead(302, { location: 'http://elsewhere.example/' }).end()
      },
      'moved_away',
      'checking',
    ],
  ])('it is not proved by %s', async (_, prepare, why, state) => {
    const { id } = await started(maya, 'tag')
    prepare()
    await check(maya, id)
    await soon(() => stateOf(maya)).toEqual([state, why])
    expect(await isMaintained()).toBe(false)
  })

  test('it is tried again with growing pauses, and given up for its member to see', async () => {
    const { id } = await started(maya, 'tag')
    page('')
    await check(maya, id)
    for (let tries = 0; tries < 10; tries++) {
      await soon(
        async () => (await sql`select retry_count as count, state::text from pgboss.job where id = ${id}`)[0],
      ).toEqual({ count: tries, state: 'retry' })
      const [job] = await sql<{ pause: number }[]>`
        select extract(epoch from start_after - now())::float8 as pause from pgboss.job where id = ${id}`
      expect(job?.pause).toBeGreaterThan(Math.min(2 ** tries, 200))
      await sql`update pgboss.job set start_after = now() where id = ${id}`
    }
    await soon(() => stateOf(maya)).toEqual(['failed', 'no_tag'])
    await soon(() => waits(id)).toHaveLength(0)
    // Anew, at the member's wish.
    page(tagOf((await claimsOf(maya))[0]?.token ?? ''))
    await check(maya, id)
    await soon(() => stateOf(maya)).toEqual(['proved', null])
  })
})

test('another way chosen while it is checked is taken', async () => {
  const { id } = await started(maya, 'tag')
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  internet.pages[`${host}/`] = async (_, response) => {
    asked.resolve()
    await answer.promise
    response.end('<head>')
  }
  await check(maya, id)
  await asked.promise
  await start(maya, 'email', `maya@${host}`)
  answer.resolve()
  await soon(() => sql`select state::text from pgboss.job where id = ${id}`).toEqual([{ state: 'retry' }])
  await sql`update pgboss.job set start_after = now() where id = ${id}`
  expect((await server.mail.next(`maya@${host}`)).text).toContain('link=')
  await soon(() => stateOf(maya)).toEqual(['mailed', null])
})

test('one that cannot be checked is put off, and holds up no other', async () => {
  const { id } = await started(maya, 'tag')
  await sql`alter table private.claims add constraint unlucky check (reason is distinct from 'error_page') not valid`
  try {
    await check(maya, id)
    await soon(
      () => sql`select state::text, output ->> 'reason' as reason from pgboss.job where id = ${id}`,
    ).toEqual([{ state: 'retry', reason: 'unknown' }])
    const other = await member(server)
    const theirs = await started(other, 'record')
    internet.records[host] = [`maker-claim=${theirs.token}`]
    await check(other, theirs.id)
    await soon(() => stateOf(other)).toEqual(['proved', null])
  } finally {
    await sql`alter table private.claims drop constraint unlucky`
  }
})

describe('by a record', () => {
  test('it is proved by one of the host or of its domain', async () => {
    const { id, token } = await started(maya, 'record')
    internet.records[host] = ['v=spf1 -all', `maker-claim=${token}x`]
    await check(maya, id)
    await missed(id, 'no_record')
    internet.records[host] = missing('ESERVFAIL')
    await check(maya, id)
    await missed(id, 'timeout')
    internet.records[host] = ['v=spf1 -all', `maker-claim=${token}`]
    await check(maya, id)
    await soon(() => stateOf(maya)).toEqual(['proved', null])
    expect(internet.asked.filter((each) => each.host === host)).toEqual([])
  })

  test('it is not proved at a domain that many share', async () => {
    await sql`update public.tools set website_url = 'https://github.com/maya/tool' where id = ${tool.id}`
    const { id, token } = await started(maya, 'record')
    internet.records['github.com'] = [`maker-claim=${token}`]
    await check(maya, id)
    await soon(() => stateOf(maya)).toEqual(['failed', 'shared'])
  })
})

describe('by an email', () => {
  const linkIn = async (address: string, seen = 0) => {
    const text = (await server.mail.next(address, seen)).text ?? ''
    return /\/claim\/\S+\?link=(\S+)/.exec(text)?.[1] ?? ''
  }
  const confirm = async (by: Person, link: string) => {
    const [claim] = await claimsOf(by)
    return by.client.rpc('confirm_claim', { claim_id: claim?.id ?? '', link })
  }

  test('it is proved by the link, by its member alone', async () => {
    const address = `maya@${host}`
    expect((await start(maya, 'email', ` Maya@${host} `)).error).toBeNull()
    const link = await linkIn(address)
    expect(await stateOf(maya)).toEqual(['mailed', null])
    expect((await server.mail.next(address)).text).toContain(tool.name)
    // No secret is kept: neither link nor hash is told.
    expect(JSON.stringify(await claimsOf(maya))).not.toContain(link)
    const other = await member(server)
    const [claim] = await claimsOf(maya)
    for (const person of [other, admin, editor])
      expect((await person.client.rpc('confirm_claim', { claim_id: claim?.id ?? '', link })).status).toBe(404)
    for (const wrong of ['', 'x', `${link}x`, claim?.token ?? ''])
      expect((await confirm(maya, wrong)).error?.details).toBe('link')
    expect((await confirm(maya, link)).error).toBeNull()
    expect(await stateOf(maya)).toEqual(['proved', null])
    expect((await claimsOf(maya))[0]?.email).toBe(address)
  })

  test('it is not proved by a link of yesterday', async () => {
    await start(maya, 'email', `maya@${host}`)
    const link = await linkIn(`maya@${host}`)
    await sql`update private.claims set mailed_at = now() - interval '25 hours' where member_id = ${maya.id}`
    expect((await confirm(maya, link)).error?.details).toBe('link')
    expect(await isMaintained()).toBe(false)
  })

  test('nothing is sent to an address elsewhere, or at a domain that many share', async () => {
    await start(maya, 'email', 'maya@elsewhere.example')
    await soon(() => stateOf(maya)).toEqual(['failed', 'elsewhere'])
    await sql`update public.tools set website_url = 'https://proton.me/' where id = ${tool.id}`
    await start(maya, 'email', 'maya@proton.me')
    await soon(() => stateOf(maya)).toEqual(['failed', 'shared'])
    const to = server.mail.all().flatMap((mail) => mail.to?.map(({ address }) => address))
    expect(to).not.toContain('maya@elsewhere.example')
    expect(to).not.toContain('maya@proton.me')
  })

  test.each(['https://256.256.256.256', 'https://site.example:99999'])(
    'of a tool at %s, which is no address, it fails and holds up no other',
    async (url) => {
      await sql`update public.tools set website_url = ${url} where id = ${tool.id}`
      expect((await start(maya, 'email', 'maya@site.example')).error).toBeNull()
      await soon(() => stateOf(maya)).toEqual(['failed', 'shared'])
    },
  )

  test.each([
    null,
    '',
    'maya',
    '@site.example',
    'maya@',
    'm a@site.example',
    'maya@sité.example',
    'a@b@site.example',
    'a\u202e@site.example',
    `${'a'.repeat(65)}@site.example`,
    'a\r\nbcc: x@site.example',
    '<a@site.example>',
  ])('is refused to %j', async (email) => {
    const { error } = await maya.client.rpc('start_claim', { tool_id: tool.id, method: 'email', email })
    expect(error?.code).toBe('23514')
  })

  test('asks for a number of emails a day', async () => {
    const address = `maya@${host}`
    for (let count = 0; count < 3; count++) expect((await start(maya, 'email', address)).error).toBeNull()
    expect((await start(maya, 'email', address)).error).toMatchObject({ hint: 'claim_address 3' })
    for (const name of ['b', 'c']) await start(maya, 'email', `${name}@${host}`)
    expect((await start(maya, 'email', `d@${host}`)).error).toMatchObject({ hint: 'claim_mails 5' })
  })
})

describe('a claim', () => {
  test('is its member’s: others neither see nor change it', async () => {
    const { id } = await started(maya, 'tag')
    for (const person of [await member(server), admin, editor, moderator]) {
      expect(await claimsOf(person)).toEqual([])
      for (const call of [
        check(person, id),
        person.client.rpc('give_up_claim', { claim_id: id }),
        person.client.rpc('confirm_claim', { claim_id: id, link: 'x' }),
      ])
        expect((await call).status).toBe(404)
    }
  })

  test.each([
    ['other', '23514'],
    ['', '23514'],
  ])('has no method %j', async (method, code) => {
    expect((await start(maya, method)).error?.code).toBe(code)
  })

  test('is of a tool that is there', async () => {
    const nowhere = { tool_id: crypto.randomUUID(), method: 'tag' }
    expect((await maya.client.rpc('start_claim', nowhere)).status).toBe(404)
  })

  test('is one at a time: another way takes its place', async () => {
    const { id, token } = await started(maya, 'tag')
    expect(await started(maya, 'record')).toEqual({ id, token })
    const both = await Promise.all([start(maya, 'tag'), start(maya, 'tag')])
    expect(both.map(({ data }) => data)).toEqual([id, id])
    expect(await claimsOf(maya)).toHaveLength(1)
  })

  test('ends with the address of the website, given up, or revoked, and is told', async () => {
    const told = async () => (await maya.client.rpc('list_my_notices')).data?.map(({ kind }) => kind)
    await proveClaim(sql, tool, maya)
    await sql`update public.tools set website_url = ${`https://www.${host}/other`} where id = ${tool.id}`
    expect(await isMaintained()).toBe(true)
    await sql`update public.tools set website_url = 'https://new.example' where id = ${tool.id}`
    expect(await stateOf(maya)).toEqual(['ended', 'moved'])
    expect(await isMaintained()).toBe(false)
    expect(await told()).toEqual(['claim_ended'])

    const id = await proveClaim(sql, { ...tool, website_url: 'https://new.example' }, maya)
    expect((await maya.client.rpc('give_up_claim', { claim_id: id })).error).toBeNull()
    expect(await stateOf(maya)).toEqual(['ended', 'given_up'])
    expect(await isMaintained()).toBe(false)
    expect(await told()).toEqual(['claim_ended'])

    const again = await proveClaim(sql, { ...tool, website_url: 'https://new.example' }, maya)
    for (const person of [maya, moderator])
      expect((await person.client.rpc('revoke_claim', { claim_id: again })).error?.code).toBe('42501')
    const makers = await editor.client.rpc('list_makers', { of_tool: tool.id })
    expect(makers.data).toMatchObject([{ id: again, username: maya.username, method: 'tag' }])
    expect((await editor.client.rpc('revoke_claim', { claim_id: again })).error).toBeNull()
    expect((await editor.client.rpc('revoke_claim', { claim_id: again })).status).toBe(404)
    expect(await stateOf(maya)).toEqual(['ended', 'revoked'])
    expect(await isMaintained()).toBe(false)
    expect(await told()).toEqual(['claim_ended', 'claim_ended'])
    const [entry] = (await admin.client.rpc('list_audit_log', { kinds: ['claims'] })).data ?? []
    expect(entry).toMatchObject({
      subject: tool.name,
      person: `@${maya.username}`,
      actor: `@${editor.username}`,
    })
  })

  test('that is checked while the address changes proves nothing', async () => {
    const { id, token } = await started(maya, 'tag')
    const { promise, resolve } = Promise.withResolvers<void>()
    internet.pages[`${host}/`] = async (_, response) => {
      await sql`update public.tools set website_url = 'https://new.example' where id = ${tool.id}`
      response.end(tagOf(token))
      resolve()
    }
    await check(maya, id)
    await promise
    await soon(() => waits(id)).toHaveLength(0)
    expect(await stateOf(maya)).toEqual(['ended', 'moved'])
  })

  test('is the sixth of a tool in vain', async () => {
    for (let count = 0; count < 5; count++) await proveClaim(sql, tool, await member(server))
    const { id, token } = await started(maya, 'tag')
    page(tagOf(token))
    await check(maya, id)
    await soon(() => stateOf(maya)).toEqual(['failed', 'full'])
  })

  test('is one of ten a day', async () => {
    for (let count = 0; count < 10; count++) {
      tool = await addTool(sql, { website_url: `http://${host}/${count}` })
      expect((await start(maya, 'tag')).error).toBeNull()
    }
    tool = await addTool(sql)
    expect((await start(maya, 'tag')).error).toMatchObject({ hint: 'claims 10' })
  })

  test('touches no recommendation, count or order', async () => {
    await addUpvote(sql, tool, await member(server))
    const rows = async () => [
      await sql`select * from public.tools where id = ${tool.id}`,
      await sql`select * from public.tool_upvotes where tool_id = ${tool.id}`,
      await sql`select * from private.tool_stats where tool_id = ${tool.id}`,
    ]
    const before = await rows()
    const { id, token } = await started(maya, 'tag')
    page(tagOf(token))
    await check(maya, id)
    await soon(() => stateOf(maya)).toEqual(['proved', null])
    expect(await rows()).toEqual(before)
  })

  test('goes with its account, whose export has it', async () => {
    await proveClaim(sql, tool, maya)
    expect((await maya.client.rpc('export_my_data')).data).toMatchObject({
      claims: [{ tool: tool.name, method: 'tag', host, state: 'proved' }],
    })
    await maya.client.rpc('delete_my_account', { confirm_username: maya.username })
    expect(await sql`select from private.claims where member_id = ${maya.id}`).toHaveLength(0)
    expect(await isMaintained()).toBe(false)
  })
})

describe('what a maker changes', () => {
  const setting = async (claims: string | null, submissions: string | null = null) => {
    const { data } = await visitor(server).rpc('get_site_settings')
    const saved = { settings: { claims, submissions }, expected_version: data?.[0]?.version ?? 0 }
    expect((await admin.client.rpc('save_site_settings', saved)).error).toBeNull()
  }
  const suggest = (by: Person, proposed: Record<string, string>) =>
    by.client.rpc('save_contribution', { kind: 'correction', tool_id: tool.id, proposed })
  const stored = async () => {
    const [row] = await sql<{ name: string; pricing: string | null }[]>`
      select name, pricing from public.tools where id = ${tool.id}`
    return row
  }

  test('waits, marked as the maker’s, also where members may suggest nothing', async () => {
    await setting('queue', 'nobody')
    await proveClaim(sql, tool, maya)
    expect((await suggest(await member(server), { pricing: 'free' })).error?.details).toBe('nobody')
    expect(
      (await maya.client.rpc('save_contribution', { kind: 'problem', tool_id: tool.id, problem: 'gone' }))
        .error?.details,
    ).toBe('nobody')
    const { data: id } = await suggest(maya, { pricing: 'free' })
    expect(await cardOf(editor.client, id ?? '')).toMatchObject({ state: 'waiting', is_maker: true })
    expect((await stored())?.pricing).toBeNull()
    expect(await decideOne(editor.client, id ?? '', 'accepted')).toMatchObject({ outcome: 'done' })
    expect((await stored())?.pricing).toBe('free')
    await setting(null)
    const { data: other } = await suggest(await member(server), { pricing: 'paid' })
    expect(await cardOf(editor.client, other ?? '')).toMatchObject({ is_maker: false })
  })

  test('appears at once where the owner wants it, as far as any tool may be so', async () => {
    await setting('at_once')
    await proveClaim(sql, tool, maya)
    const { data: id, error } = await suggest(maya, { pricing: 'free', name: ' Renamed ' })
    expect(error).toBeNull()
    expect(await stored()).toEqual({ name: 'Renamed', pricing: 'free' })
    const card = (await queueOf(editor.client, { filter: 'accepted' })).cards.find((each) => each.id === id)
    expect(card).toMatchObject({ is_maker: true, decided_by: maya.username, base: { name: tool.name } })
    // Neither what is an administrator's nor what breaks a rule, nor a tool of somebody else.
    const refused = { slug: 'mine', featured: 'true', name: '', website_url: 'javascript:x' }
    for (const [field, value] of Object.entries(refused))
      expect((await suggest(maya, { [field]: value })).status).toBe(400)
    expect(await stored()).toEqual({ name: 'Renamed', pricing: 'free' })
    const { data: other } = await suggest(await member(server), { pricing: 'paid' })
    expect(await cardOf(editor.client, other ?? '')).toMatchObject({ state: 'waiting' })
    expect((await stored())?.pricing).toBe('free')
    // With another host the claim ends, by their own change too.
    expect((await suggest(maya, { website_url: 'https://moved.example' })).error).toBeNull()
    expect(await stateOf(maya)).toEqual(['ended', 'moved'])
    const { data: later } = await suggest(maya, { pricing: 'paid' })
    expect(await cardOf(editor.client, later ?? '')).toMatchObject({ state: 'waiting', is_maker: false })
    await setting(null)
  })

  test('gives no rights over what waits about another tool', async () => {
    await setting('at_once')
    await proveClaim(sql, tool, maya)
    const other = await addTool(sql, { pricing: 'paid' })
    const sent = { kind: 'correction', proposed: { pricing: 'free' } }
    const { data: id } = await maya.client.rpc('save_contribution', { ...sent, tool_id: other.id })
    expect(await cardOf(editor.client, id ?? '')).toMatchObject({ state: 'waiting' })
    const named = { ...sent, tool_id: tool.id, contribution_id: id }
    expect((await maya.client.rpc('save_contribution', named)).error).toBeNull()
    expect(await cardOf(editor.client, id ?? '')).toMatchObject({ state: 'waiting', is_maker: false })
    expect(await sql`select pricing from public.tools where id = ${other.id}`).toEqual([{ pricing: 'paid' }])
    // Nor the right to change it where members may suggest nothing.
    await setting('at_once', 'nobody')
    expect((await maya.client.rpc('save_contribution', named)).error?.details).toBe('nobody')
    await setting(null)
  })

  test('waits with a logo, which an edit of the rest does not lose', async () => {
    await setting('at_once')
    await proveClaim(sql, tool, maya)
    const logo = (await png(32, 32)).toString('base64')
    const sent = { kind: 'correction', tool_id: tool.id }
    const change = (more: object) => maya.client.rpc('save_contribution', { ...sent, ...more })
    const { data: id } = await change({ proposed: { pricing: 'free' }, logo })
    await change({ proposed: { pricing: 'paid' }, contribution_id: id })
    expect(await cardOf(editor.client, id ?? '')).toMatchObject({ state: 'waiting', logo })
    await change({ proposed: { pricing: 'paid' }, contribution_id: id, logo: '' })
    expect(await stored()).toMatchObject({ pricing: 'paid' })
    await setting(null)
  })

  test('is a member’s as any other where the owner wants no claims', async () => {
    await proveClaim(sql, tool, maya)
    await setting('nobody')
    const { data: id } = await suggest(maya, { pricing: 'free' })
    expect(await cardOf(editor.client, id ?? '')).toMatchObject({ is_maker: false, state: 'waiting' })
    expect((await start(await member(server), 'tag')).error).toMatchObject({
      code: '42501',
      details: 'closed',
    })
    await setting(null)
  })
})

test('without the queue, as on a hosted project, nothing is claimed and nothing fails', async () => {
  await sql`alter schema pgboss rename to elsewhere`
  try {
    expect((await start(maya, 'tag')).error).toMatchObject({ code: '42501', details: 'closed' })
    expect(await claimsOf(maya)).toEqual([])
  } finally {
    await sql`alter schema elsewhere rename to pgboss`
  }
})
