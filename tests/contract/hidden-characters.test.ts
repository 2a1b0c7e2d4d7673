import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hiddenCharacters } from '#messages/rules.js'
import { type TextKind, withoutHiddenCharacters } from '#shared/hidden-character-rules.ts'
import { administrator, member, type Person } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addTool, addUpvote } from './rows.ts'

/** Control and hidden characters are refused by every way of writing; what scripts and emoji need is kept. */

const server = await testServer({ RATE_LIMITS: 'off' })
const admin = await administrator(server)

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
        ...['a', 'ب', '👩', '\u200d', '\u200c', '\u200b', '\u202e', '\n', '🏴', '\u{e0067}', '\u{e007f}'],
      ),
      fc.string({ unit: 'binary', maxLength: 1 }).filter((text) => text !== '\0'),
    )
    const texts = fc.sample(fc.string({ unit, maxLength: 12 }), { numRuns: 2000, seed: 11 })
    expect(await clean(texts, kind)).toEqual(texts.map((text) => withoutHiddenCharacters(text, kind)))
  })
})

const KEPT = '👩‍👩‍👧 می‌خواهم ภาษา\u200bไทย'

type Answer = PromiseLike<{ error: { code: string; message: string } | null }>
const tool = { website_url: 'https://tool.example', short_description: 'Text', name: 'Name' }
const tools = () => admin.client.from('tools')
const categories = () => admin.client.from('categories')
let made = 0
const slug = () => `made-${made++}`

/** Each way to write a text, in a new row of a new member's. */
const WAYS: [string, string, (text: string, member: Person, upvote: { id: string }) => Answer][] = [
  ['the name of a tool', 'Name', (name) => tools().insert({ ...tool, name, slug: slug() })],
  [
    'the description of a tool',
    'Description',
    (short_description) => admin.client.rpc('save_tool', { ...tool, slug: slug(), short_description }),
  ],
  ['the name of a category', 'Name', (name) => categories().insert({ name, slug: slug() })],
  [
    'the description of a category',
    'Description',
    (description) => categories().insert({ name: 'Name', slug: slug(), description }),
  ],
  [
    'a full name',
    'Full name',
    (full_name, { id, client }) => client.from('profiles').update({ full_name }).eq('id', id),
  ],
  [
    'a reason',
    'Reason',
    async (reason, { id, client }) => {
      const { id: tool_id } = await addTool(server.sql)
      return { error: (await client.from('tool_upvotes').insert({ tool_id, user_id: id, reason })).error }
    },
  ],
  [
    'a report',
    'Reason',
    async (reason, { id, client }, upvote) =>
      client.from('upvote_flags').insert({ upvote_id: upvote.id, flagged_by: id, reason }),
  ],
  [
    'an answer',
    'Appeal',
    async (reason, person) => {
      const { id } = await addUpvote(server.sql, await addTool(server.sql), person)
      await server.sql`update public.tool_upvotes set is_flagged = true, flag_status = 'rejected' where id = ${id}`
      return { error: (await person.client.from('upvote_appeals').insert({ upvote_id: id, reason })).error }
    },
  ],
  [
    'the reason of a suspension',
    'Reason',
    (reason, { id }) => admin.client.rpc('suspend_member', { member_id: id, reason }),
  ],
]

test.each(WAYS)(
  '%s is refused with a message, and keeps what scripts and emoji need',
  async (_way, label, write) => {
    const upvote = await addUpvote(server.sql, await addTool(server.sql), await member(server))
    const refused = { code: '23514', message: hiddenCharacters({ name: label }) }
    expect((await write('a\u202eb', await member(server), upvote)).error).toMatchObject(refused)
    expect((await write(KEPT, await member(server), upvote)).error).toBeNull()
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
