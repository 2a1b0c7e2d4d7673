import type { Page } from 'playwright/test'
import { member, recommend } from '../support/actors.ts'
import { flagged, marker, open } from '../support/admin-flags.ts'
import { expect, settled, test, tornWords, WIDTHS } from '../support/e2e.ts'
import type { TestServer } from '../support/test-server.ts'

/** Rules of layout that hold on every page, at every width, for everyone. */

const FOUR = 'whisper,deepl,otter-ai,elevenlabs'
const PAGES = [
  '/',
  '/?pricing=free,paid,unknown&open_source=yes,unknown&platforms=web,ios,unknown&categories=coding,video',
  '/?pricing=paid&open_source=no',
  '/search?q=voice&pricing=free',
  '/categories',
  '/categories/translation',
  '/tools/whisper',
  '/alternatives/whisper',
  `/compare?tools=${FOUR}`,
  '/compare?tools=whisper&add=voice',
  '/login',
  '/register',
  '/forgot-password',
  '/terms',
  '/privacy',
]

test.beforeEach(async ({ server: { sql } }) => {
  await sql`
    insert into public.site_settings (settings) select '{"name": "The Directory of Sensible Tools for All"}'
    where not exists (select from public.site_settings)`
  await sql`
    update public.tools set pricing = 'free', open_source = true, license = 'Apache-2.0', platforms = '{web,self-hosted}',
      repository_url = 'https://github.com/openai/whisper-of-a-rather-long-name'
    where slug = 'whisper'`
})

const OF_MEMBERS = [
  ...[
    '/profile',
    '/profile?tab=upvotes',
    '/profile?tab=saved',
    '/profile?tab=submissions',
    '/profile?tab=notices',
  ],
  ...['/claim/whisper', '/submit', '/suggest/whisper'],
]

/** A member with the longest name, words and lists; the addresses of their pages. */
async function addWordyMember(server: TestServer, letter: string): Promise<string[]> {
  const writer = await member(server, { username: letter.repeat(30) })
  const { client, username } = writer
  const { data: list_id } = await client
    .rpc('save_my_list', { name: 'W'.repeat(80), is_public: true })
    .throwOnError()
  const { data: tool } = await client.from('tools').select('id').eq('slug', 'deepl').single().throwOnError()
  await client
    .rpc('set_listed', { list_id: list_id ?? '', tool_id: tool?.id ?? '', note: 'W'.repeat(300) })
    .throwOnError()
  await recommend(server, writer, 'deepl', 'W'.repeat(200))
  const { data: lists } = await client.rpc('list_my_lists').throwOnError()
  return [`/members/${username}`, ...(lists ?? []).map(({ address }) => `/lists/${address}`)]
}

/** The pages that scroll sideways, each with the width. */
async function findWide(page: Page, paths: readonly string[]): Promise<string[]> {
  const wide: string[] = []
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await settled(page)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (over > 0) wide.push(`${path} at ${width} px: ${over} px`)
    }
  }
  return wide
}

// Those of members and administrators are looked at in words.spec.ts, which opens every one of them.
test.describe('no page scrolls sideways', () => {
  for (const [place, paths] of [PAGES.slice(0, 8), PAGES.slice(8)].entries())
    test(`of visitors, part ${place + 1}`, async ({ page, server }) => {
      await addWordyMember(server, place === 0 ? 'a' : 'v')
      expect(await findWide(page, paths)).toEqual([])
    })

  test('about a member', async ({ page, server }) => {
    expect(await findWide(page, await addWordyMember(server, 'b'))).toEqual([])
  })
})

for (const role of ['visitor', 'member', 'administrator'] as const)
  test(`the parts of the header do not overlap, and the name stays on one line: ${role}`, async ({
    page,
    signIn,
  }) => {
    if (role !== 'visitor') await signIn({ admin: role === 'administrator' })
    await page.goto('/')
    if (role === 'administrator') await expect(page.locator('header a[href="/admin"]').first()).toBeAttached()
    await settled(page)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      const parts = await page.locator('body > header').evaluate((header) =>
        [...header.querySelectorAll('a, button:not(dialog *)')]
          .filter((part) => part.checkVisibility())
          .map((part) => {
            const { left, right, height } = part.getBoundingClientRect()
            return { name: part.textContent || part.ariaLabel, left, right, height }
          }),
      )
      const at = `${width} px`
      expect(parts.length, at).toBeGreaterThanOrEqual(width < 768 ? 3 : 4)
      expect(parts.at(0)?.height, at).toBeLessThanOrEqual(50)
      for (const [place, part] of parts.entries())
        expect(part.left, `${part.name} at ${at}`).toBeGreaterThanOrEqual(parts[place - 1]?.right ?? 0)
      expect(parts.at(-1)?.right, at).toBeLessThanOrEqual(width)
    }
  })

test('a category’s badge goes below where it would tear a word of the name', async ({ page, server }) => {
  await server.sql`insert into public.categories (name, slug) values ('Reviews & Recommendations', 'reviews')`
  await page.goto('/categories')
  const name = page.getByText('Reviews & Recommendations', { exact: true })
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    expect(await tornWords(name), `${width} px`).toEqual([])
  }
  await server.sql`delete from public.categories where slug = 'reviews'`
})

test('no word of the admin’s lists is torn', async ({ page, signIn, server }) => {
  await server.sql`
    insert into public.categories (name, slug) select 'Transcription', 'spoken' where not exists (
      select from public.categories where slug = 'spoken')`
  await server.sql`
    insert into public.tools (name, slug, short_description, website_url, category_id)
    select 'Whisperings', 'a-whispering', 'It listens.', 'https://whisperings.example', id
    from public.categories where slug = 'spoken'`
  await signIn({ admin: true })
  for (const [path, texts] of [
    ['/admin/tools?search=whisperings', ['Whisperings', 'Transcription']],
    ['/admin/flags', ['Reports', 'Appeals', 'Alerts']],
  ] as const) {
    await page.goto(path)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      for (const text of texts) {
        const shown = page.getByRole('main').getByText(text).first()
        await expect(shown).toBeVisible()
        expect(await tornWords(shown), `${path} at ${width} px`).toEqual([])
      }
    }
  }
  await server.sql`delete from public.tools where slug = 'a-whispering'`
  await server.sql`delete from public.categories where slug = 'spoken'`
})

test('a decided report of the automatic check is signed in whole words', async ({ page, signIn, server }) => {
  const mark = marker()
  const { id } = await flagged(server, mark)
  await server.sql`
    update public.upvote_flags set is_automatic = true, flagged_by = null, status = 'approved', resolved_at = now()
    where upvote_id = ${id}`
  await signIn({ admin: true })
  await open(page, mark, 'all')
  const signed = page.getByText('Automatic check', { exact: true })
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    expect(await tornWords(signed), `${width} px`).toEqual([])
  }
})

test('a name and its description begin on the same side, whatever their scripts', async ({
  page,
  server,
}) => {
  const text = 'עוזר כתיבה שמבין עברית ומשפר את הטקסט'
  await server.sql`
    insert into public.tools (name, slug, short_description, website_url)
    values ('אליס', 'alis', ${text}, 'https://alis.example')`
  for (const path of ['/', '/tools/alis']) {
    await page.goto(path)
    const [name, description] = await Promise.all(
      [page.getByText('אליס', { exact: true }), page.getByText(text)].map((part) =>
        part.last().evaluate((element) => {
          const range = document.createRange()
          range.selectNodeContents(element)
          return Math.round(range.getBoundingClientRect().left)
        }),
      ),
    )
    expect(name, path).toBe(description)
  }
})

test.describe('for a finger', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  /** What is too small to be pressed, each with its page. */
  async function findSmall(page: Page, paths: readonly string[]): Promise<string[]> {
    const small: string[] = []
    for (const path of paths) {
      await page.goto(path)
      await settled(page)
      for (const target of await smallTargets(page)) small.push(`${path}: ${target}`)
    }
    return small
  }

  test('everything that a visitor can press is 44 px high', async ({ page, server }) => {
    const theirs = await addWordyMember(server, 'c')
    expect(await findSmall(page, [...PAGES, ...theirs, '/reset-password', '/verify-email'])).toEqual([])
  })

  test('everything that a member can press is 44 px high', async ({ page, server, signIn }) => {
    const theirs = await addWordyMember(server, 'd')
    await signIn({ admin: true })
    expect(await findSmall(page, ['/tools/deepl', '/terms', ...theirs, ...OF_MEMBERS])).toEqual([])
  })
})

/** The visible targets less than 44 px high, but for links within a sentence. What is drawn before or after counts. */
const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const targets = [
      ...document.querySelectorAll('a[href], button, input, select, textarea, summary, [role=tab]'),
    ]
    const isInSentence = (target: Element) =>
      getComputedStyle(target).display === 'inline' &&
      [...(target.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && /\p{L}{2}/u.test(node.textContent ?? ''),
      )
    const heightOf = (target: Element) => {
      // What is drawn over a whole card belongs to the element that it is positioned in.
      const isCover = getComputedStyle(target, '::after').inset === '0px'
      const box = target.closest('label') ?? (isCover ? target.closest('.tool-card') : null) ?? target
      const { height } = box.getBoundingClientRect()
      const drawn = ['::before', '::after'].map((name) => getComputedStyle(target, name))
      const beyond = drawn
        .filter(({ content, position }) => content !== 'none' && position === 'absolute')
        .map(({ top, bottom }) => -Number.parseFloat(top) - Number.parseFloat(bottom))
      return height + Math.max(0, ...beyond)
    }
    return targets
      .filter((target) => target.checkVisibility({ visibilityProperty: true }) && !isInSentence(target))
      .filter((target) => target.getBoundingClientRect().width > 1)
      .map((target) => ({
        name: target.ariaLabel || target.textContent || target.outerHTML,
        height: heightOf(target),
      }))
      .filter(({ height }) => height < 44)
      .map(({ name, height }) => `${name.slice(0, 40)} ${height}`)
  })
