import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasHiddenCharacters } from '#shared/hidden-character-rules.ts'
import { isLogoAddress } from '../../server/product/import-export/read-value.ts'
import { administrator, member, post } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addTool, addUpvote } from './rows.ts'

/** The constraints for section 5, tested directly in the database. */

const server = await testServer()
const author = await member(server)
const admin = await administrator(server)
const tool = await addTool(server.sql)

/** The error code of the refusal, or the stored text. */
async function keepReason(reason: string): Promise<string> {
  await server.sql`delete from public.tool_upvotes where tool_id = ${tool.id}`
  await server.sql`delete from private.rate_limits`
  const row = { tool_id: tool.id, user_id: author.id, reason }
  const { data, error } = await author.client.from('tool_upvotes').insert(row).select('reason').single()
  return error ? `refused ${error.code}` : data.reason
}

describe('the reason of an upvote', () => {
  test.each([
    ['200 letters', 'x'.repeat(200), 'x'.repeat(200)],
    ['201 letters', 'x'.repeat(201), 'refused 23514'],
    ['200 emoji, two units each', '😀'.repeat(200), '😀'.repeat(200)],
    ['201 emoji', '😀'.repeat(201), 'refused 23514'],
    ['200 letters in white space', ` \n\u00a0${'x'.repeat(200)}\t\ufeff\u3000`, 'x'.repeat(200)],
    ['nothing', '', 'refused 23514'],
    ['white space', ' \t\r\n\v\f\u00a0\u1680\u2003\u2028\u2029\u202f\u205f\u3000\ufeff', 'refused 23514'],
    ['a NUL', 'a\u0000b', 'refused 22P05'],
    ['markup and quotes', `<script>'"\\;--</script>`, `<script>'"\\;--</script>`],
  ])('%s', async (_, reason, kept) => {
    expect(await keepReason(reason)).toBe(kept)
  })

  test('is trimmed and counted like in the form, for any text', async () => {
    const blank = fc.string({ unit: fc.constantFrom(' ', '\n', '\u00a0', '\ufeff', '\u2003'), maxLength: 3 })
    const text = fc
      .string({ unit: 'binary', maxLength: 230, size: 'max' })
      .filter((value) => !value.includes('\0'))
    await fc.assert(
      fc.asyncProperty(blank, text, blank, async (before, middle, after) => {
        const trimmed = (before + middle + after).trim()
        const { length } = [...trimmed]
        const fits = length >= 1 && length <= 200 && !hasHiddenCharacters(trimmed, 'lines')
        expect(await keepReason(before + middle + after)).toBe(fits ? trimmed : 'refused 23514')
      }),
    )
  })

  test('is required', async () => {
    const row = { tool_id: (await addTool(server.sql)).id, user_id: author.id, reason: null }
    const response = await post(server, '/rest/v1/tool_upvotes', row, author.accessToken)
    expect([response.status, await response.json()]).toMatchObject([400, { code: '23502' }])
  })
})

test.each([
  ['  Spam\n', 'Spam'],
  [' \u00a0', 'refused 23514'],
  ['x'.repeat(1000), 'x'.repeat(1000)],
  ['x'.repeat(1001), 'refused 23514'],
])('a report with the reason %j', async (reason, kept) => {
  const upvote = await addUpvote(server.sql, await addTool(server.sql), await member(server))
  const row = { upvote_id: upvote.id, reason, flagged_by: author.id }
  const { data, error } = await author.client.from('upvote_flags').insert(row).select('reason').single()
  expect(error ? `refused ${error.code}` : data.reason).toBe(kept)
})

const PATH = 'https://example.org/'

const ROW = { name: 'Name', slug: 'slug', short_description: 'Text', website_url: PATH, logo: PATH }

/** What is kept of an address, and what is refused with 23514. Other fields: form-rules. */
const TOOL: [field: keyof typeof ROW, kept: string[], refused: string[]][] = [
  [
    'website_url',
    [
      ...[
        'https://example.org',
        'http://EXAMPLE.org:8080/a?b=c#d',
        'https://münchen.example/ä',
        'https://localhost',
      ],
      ...['HTTPS://example.org/a%20b', 'http://[2001:db8::1]/', `${PATH}${'x'.repeat(2028)}`],
    ],
    [
      ...[
        '',
        'example.org',
        'ftp://example.org',
        'javascript:alert(1)',
        'data:text/html,x',
        'https://',
        'https:///a',
      ],
      ...[
        'https:/example.org',
        '//example.org',
        'https://example.org/a b',
        'https://exa mple.org',
        'https://"onload="x',
      ],
      ...['https://example.org\nhttps://evil.example', 'https://good.example@evil.example'],
      ...['https://user:password@example.org', `${PATH}${'x'.repeat(2029)}`],
    ],
  ],
  [
    'logo',
    [`${PATH}a.png`, '/storage/v1/object/public/tool-logos/a.png', 'http://[2001:db8::1]:8080/a.png?b#c'],
    [
      ...[
        'javascript:alert(1)',
        'a.png',
        '//evil.example/x.png',
        '/\\evil.example/x.png',
        '/',
        'https:///x.png',
      ],
      ...[
        'https:/evil.example/x.png',
        'https://user:password@example.org/a.png',
        'https://user@example.org/a.png',
      ],
    ],
  ],
]
test.each(TOOL)('the %s of a tool', async (field, kept, refused) => {
  for (const value of [...kept, ...refused]) {
    await server.sql`delete from public.tools where id <> ${tool.id}`
    const { error } = await admin.client.from('tools').insert({ ...ROW, [field]: value })
    expect([value, error?.code]).toEqual([value, kept.includes(value) ? undefined : '23514'])
    if (field === 'logo') expect(isLogoAddress(value)).toBe(!error)
  }
})

test('a full name is needed', async () => {
  const { error } = await author.client.from('profiles').update({ full_name: ' \u2003' }).eq('id', author.id)
  expect(error?.code).toBe('23514')
})
