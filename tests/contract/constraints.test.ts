import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasHiddenCharacters } from '#shared/hidden-character-rules.ts'
import { isLogoAddress } from '../../server/product/import-export/read-value.ts'
import { administrator, member, type Person, raw } from '../support/actors.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { addCategory, addFlag, addTool, addUpvote, first, type Tool } from './rows.ts'

/** The constraints for section 5, tested directly in the database. */

let server: TestServer
let author: Person
let admin: Person
let tool: Tool
beforeAll(async () => {
  server = await startTestServer()
  author = await member(server)
  admin = await administrator(server)
  tool = await addTool(server.sql)
})
afterAll(() => server?.close())

/** The error code of the refusal, or the stored text. */
async function keepReason(reason: string): Promise<string> {
  await server.sql`delete from public.tool_upvotes where tool_id = ${tool.id}`
  await server.sql`delete from private.rate_limits`
  const { data, error } = await author.client
    .from('tool_upvotes')
    .insert({ tool_id: tool.id, user_id: author.id, reason })
    .select('reason')
    .single()
  return error ? `refused ${error.code}` : data.reason
}

const codePoints = (text: string) => [...text].length

describe('the reason of an upvote', () => {
  test.each([
    ['200 letters', 'x'.repeat(200), 'x'.repeat(200)],
    ['201 letters', 'x'.repeat(201), 'refused 23514'],
    ['200 emoji, two units each', '😀'.repeat(200), '😀'.repeat(200)],
    ['201 emoji', '😀'.repeat(201), 'refused 23514'],
    ['200 letters in white space', ` \n\u00a0${'x'.repeat(200)}\t\ufeff\u3000`, 'x'.repeat(200)],
    ['nothing', '', 'refused 23514'],
    [
      'white space of every kind',
      ' \t\r\n\u000b\f\u00a0\u1680\u2003\u2028\u2029\u202f\u205f\u3000\ufeff',
      'refused 23514',
    ],
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
        const fits =
          codePoints(trimmed) >= 1 && codePoints(trimmed) <= 200 && !hasHiddenCharacters(trimmed, 'lines')
        expect(await keepReason(before + middle + after)).toBe(fits ? trimmed : 'refused 23514')
      }),
    )
  })

  test('is required', async () => {
    const body = JSON.stringify({ tool_id: tool.id, user_id: author.id, reason: null })
    await server.sql`delete from public.tool_upvotes where tool_id = ${tool.id}`
    const response = await raw(server, '/rest/v1/tool_upvotes', { method: 'POST', body }, author.accessToken)
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ code: '23502' }),
    ])
  })
})

describe('a flag', () => {
  test.each([
    ['  Spam\n', 'Spam'],
    [' \u00a0', 'refused 23514'],
    ['x'.repeat(1000), 'x'.repeat(1000)],
    ['x'.repeat(1001), 'refused 23514'],
  ])('with the reason %j', async (reason, kept) => {
    const upvote = await addUpvote(server.sql, await addTool(server.sql), await member(server))
    const { data, error } = await author.client
      .from('upvote_flags')
      .insert({ upvote_id: upvote.id, reason, flagged_by: author.id })
      .select('reason')
      .single()
    expect(error ? `refused ${error.code}` : data.reason).toBe(kept)
  })

  test('of nothing is refused', async () => {
    const flag = { upvote_id: author.id, reason: 'Spam', flagged_by: author.id }
    expect((await author.client.from('upvote_flags').insert(flag)).error?.code).toBe('PT404')
  })
})

describe('a tool', () => {
  const valid = { name: 'Name', slug: 'slug', short_description: 'Text', website_url: 'https://example.org' }
  const save = async (change: Partial<typeof valid & { logo: string }>): Promise<string> => {
    await server.sql`delete from public.tools where id <> ${tool.id} and slug like 'slug%'`
    const { error } = await admin.client.from('tools').insert({ ...valid, ...change })
    return error?.code ?? 'kept'
  }

  test.each(['a', 'a-b', '42', 'a--b', 'x'.repeat(200)])('slug %s is kept', async (slug) => {
    await server.sql`delete from public.tools where slug = ${slug}`
    expect(await save({ slug })).toBe('kept')
  })
  test.each(['', ' ', 'A', 'ä', 'a b', 'a_b', 'a\n', 'a/b', '../a', 'x'.repeat(201)])(
    'slug %j is refused',
    async (slug) => {
      expect(await save({ slug })).toBe('23514')
    },
  )
  test('a slug is used once', async () => {
    expect(await save({ slug: tool.slug })).toBe('23505')
  })

  test.each([
    'https://example.org',
    'http://EXAMPLE.org:8080/a?b=c#d',
    'https://münchen.example/ä',
    'HTTPS://example.org/a%20b',
    'http://[2001:db8::1]/',
    'https://localhost',
    `https://example.org/${'x'.repeat(2028)}`,
  ])('address %s is kept', async (website_url) => {
    expect(await save({ website_url })).toBe('kept')
  })
  test.each([
    '',
    'example.org',
    'ftp://example.org',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://',
    'https:///a',
    'https:/example.org',
    '//example.org',
    'https://example.org/a b',
    'https://exa mple.org',
    'https://example.org\nhttps://evil.example',
    'https://good.example@evil.example',
    'https://"onload="x',
    `https://example.org/${'x'.repeat(2029)}`,
  ])('address %j is refused', async (website_url) => {
    expect(await save({ website_url })).toBe('23514')
  })

  test.each([
    [{ name: '' }, '23514'],
    [{ name: ' \u00a0' }, '23514'],
    [{ name: '😀'.repeat(200) }, 'kept'],
    [{ name: '😀'.repeat(201) }, '23514'],
    [{ short_description: ' ' }, '23514'],
    [{ short_description: '😀'.repeat(500) }, 'kept'],
    [{ short_description: 'x'.repeat(501) }, '23514'],
    [{ logo: 'https://example.org/a.png' }, 'kept'],
    [{ logo: '/storage/v1/object/public/tool-logos/a.png' }, 'kept'],
    [{ logo: 'http://[2001:db8::1]:8080/a.png?b#c' }, 'kept'],
    [{ logo: 'javascript:alert(1)' }, '23514'],
    [{ logo: 'a.png' }, '23514'],
    [{ logo: '//evil.example/x.png' }, '23514'],
    [{ logo: '/\\evil.example/x.png' }, '23514'],
    [{ logo: '/' }, '23514'],
    [{ logo: 'https:/evil.example/x.png' }, '23514'],
    [{ logo: 'https:///x.png' }, '23514'],
    [{ logo: 'https://user:password@example.org/a.png' }, '23514'],
    [{ logo: 'https://user@example.org/a.png' }, '23514'],
    [{ website_url: 'https://user:password@example.org' }, '23514'],
  ])('%j: %s', async (change, outcome) => {
    expect(await save(change)).toBe(outcome)
    if ('logo' in change) expect(isLogoAddress(change.logo)).toBe(outcome === 'kept')
  })
})

describe('a category', () => {
  test.each([
    [{ name: ' ' }, '23514'],
    [{ name: 'x'.repeat(101) }, '23514'],
    [{ slug: 'Not A Slug' }, '23514'],
    [{ description: 'x'.repeat(2001) }, '23514'],
    [{ description: '  ' }, 'kept'],
  ])('%j: %s', async (change, outcome) => {
    await server.sql`delete from public.categories where slug = 'slug'`
    const { error } = await admin.client.from('categories').insert({ name: 'Name', slug: 'slug', ...change })
    expect(error?.code ?? 'kept').toBe(outcome)
  })

  test('stores a blank description as null', async () => {
    const row = await addCategory(server.sql, { description: ' \n' })
    expect(row.description).toBeNull()
  })
})

describe('a username', () => {
  const rename = async (username: string) =>
    (await author.client.from('profiles').update({ username }).eq('id', author.id)).error?.code ?? 'kept'

  test.each(['abc', 'A_b-9', 'x'.repeat(30)])('%s is kept', async (username) => {
    expect(await rename(username)).toBe('kept')
  })
  test.each(['', 'ab', 'x'.repeat(31), 'a b c', 'añb', 'a.b', 'abc\n', ' abc', '<b>'])(
    '%j is refused',
    async (username) => {
      expect(await rename(username)).toBe('23514')
    },
  )
  test('is unique in any case', async () => {
    await member(server, { username: 'Taken-Name' })
    expect(await rename('tAKEN-nAME')).toBe('23505')
  })
  test('comes with a full name', async () => {
    const { error } = await author.client
      .from('profiles')
      .update({ full_name: ' \u2003' })
      .eq('id', author.id)
    expect(error?.code).toBe('23514')
  })
})

test('a reason cannot be edited after moderation, and a flag cannot be moved to another upvote', async () => {
  const upvote = await addUpvote(server.sql, await addTool(server.sql), author)
  await addFlag(server.sql, upvote, admin)
  const edit = await author.client.from('tool_upvotes').update({ reason: 'Changed' }).eq('id', upvote.id)
  expect(edit.error?.code).toBe('42501')
  const row = first(
    await server.sql<{ reason: string }[]>`select reason from public.tool_upvotes where id = ${upvote.id}`,
  )
  expect(row.reason).toBe(upvote.reason)
})
