import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TextKind, withoutHiddenCharacters } from '#shared/hidden-character-rules.ts'
import { hiddenCharacters } from '#shared/messages/en/rules.ts'
import { administrator, member, type Person } from '../support/actors.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { addTool, addUpvote } from './rows.ts'

/** Control and hidden characters are refused by every way of writing; what scripts and emoji need is kept. */

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'off' })
  admin = await administrator(server)
})
afterAll(() => server?.close())

/** The database's cleaned version of texts. */
async function clean(texts: string[], kind: TextKind): Promise<string[]> {
  const rows = await server.sql<{ text: string }[]>`
    select private.without_hidden_characters(text, ${kind === 'lines'}) as text
    from unnest(${texts}::text[]) with ordinality given (text, place) order by place`
  return rows.map(({ text }) => text)
}

describe.each<TextKind>(['line', 'lines'])('the rule for texts of %s', (kind) => {
  test('is the same in the database for every character, after Latin and after Arabic', async () => {
    for (let start = 1; start < 0x110000; start += 0x8000) {
      const codes = Array.from({ length: 0x8000 }, (_, index) => start + index).filter(
        (code) => code < 0x110000 && (code < 0xd800 || code > 0xdfff),
      )
      const each = codes.map((code) => `a${String.fromCodePoint(code)}ب${String.fromCodePoint(code)}\u200d`)
      // In one string, because a call costs more than its characters.
      const texts = Array.from({ length: each.length / 64 + 1 }, (_, n) =>
        each.slice(n * 64, n * 64 + 64).join(''),
      )
      const expected = texts.map((text) => withoutHiddenCharacters(text, kind))
      expect(await clean(texts, kind)).toEqual(expected)
    }
  }, 60_000)

  test('is the same for any text', async () => {
    const unit = fc.oneof(
      fc.constantFrom(
        'a',
        'ب',
        '👩',
        '\u200d',
        '\u200c',
        '\u200b',
        '\u202e',
        '\n',
        '🏴',
        '\u{e0067}',
        '\u{e007f}',
      ),
      fc.string({ unit: 'binary', maxLength: 1 }).filter((text) => text !== '\0'),
    )
    const texts = fc.sample(fc.string({ unit, maxLength: 12 }), { numRuns: 2000, seed: 11 })
    expect(await clean(texts, kind)).toEqual(texts.map((text) => withoutHiddenCharacters(text, kind)))
  })
})

const KEPT = '👩‍👩‍👧 می‌خواهم ภาษา\u200bไทย'

type Answer = PromiseLike<{ error: { code: string; message: string } | null }>
const upvoteOf = async (by: Person) => addUpvote(server.sql, await addTool(server.sql), by)
const tool = { website_url: 'https://tool.example', short_description: 'Text' }
let made = 0
const WAYS: [string, string, (text: string) => Promise<Answer> | Answer][] = [
  [
    'the name of a tool',
    'Name',
    (name) => admin.client.from('tools').insert({ ...tool, name, slug: `t${made++}` }),
  ],
  [
    'the description of a tool',
    'Description',
    (text) =>
      admin.client.rpc('save_tool', { ...tool, name: 'Name', slug: `t${made++}`, short_description: text }),
  ],
  [
    'the name of a category',
    'Name',
    (name) => admin.client.from('categories').insert({ name, slug: `c${made++}` }),
  ],
  [
    'the description of a category',
    'Description',
    (description) =>
      admin.client.from('categories').insert({ name: 'Name', slug: `c${made++}`, description }),
  ],
  [
    'a full name',
    'Full name',
    async (full_name) => {
      const { id, client } = await member(server)
      return { error: (await client.from('profiles').update({ full_name }).eq('id', id)).error }
    },
  ],
  [
    'a reason',
    'Reason',
    async (reason) => {
      const { id: user_id, client } = await member(server)
      const { id: tool_id } = await addTool(server.sql)
      return { error: (await client.from('tool_upvotes').insert({ tool_id, user_id, reason })).error }
    },
  ],
  [
    'a report',
    'Reason',
    async (reason) => {
      const [author, { id, client }] = [await member(server), await member(server)]
      const { id: upvote_id } = await upvoteOf(author)
      return {
        error: (await client.from('upvote_flags').insert({ upvote_id, flagged_by: id, reason })).error,
      }
    },
  ],
  [
    'an answer',
    'Appeal',
    async (reason) => {
      const author = await member(server)
      const { id: upvote_id } = await upvoteOf(author)
      await server.sql`update public.tool_upvotes set is_flagged = true, flag_status = 'rejected' where id = ${upvote_id}`
      return { error: (await author.client.from('upvote_appeals').insert({ upvote_id, reason })).error }
    },
  ],
  [
    'the reason of a suspension',
    'Reason',
    async (reason) => {
      const { id } = await member(server)
      return { error: (await admin.client.rpc('suspend_member', { member_id: id, reason })).error }
    },
  ],
]

test.each(WAYS)(
  '%s is refused with a message, and keeps what scripts and emoji need',
  async (_way, label, write) => {
    expect((await write('a\u202eb')).error).toMatchObject({ code: '23514', message: hiddenCharacters(label) })
    expect((await write(KEPT)).error).toBeNull()
  },
)

test('a name is one line, a reason may be several', async () => {
  const { id: user_id, client } = await member(server)
  const { id: tool_id } = await addTool(server.sql)
  const reason = 'One\n\ttwo\r\nthree'
  expect((await client.from('tool_upvotes').insert({ tool_id, user_id, reason })).error).toBeNull()
  expect((await client.from('profiles').update({ full_name: 'A\nB' }).eq('id', user_id)).error?.code).toBe(
    '23514',
  )
})
