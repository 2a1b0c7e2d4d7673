import { expect, test } from 'vitest'
import { member } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addCategory, addTool, addUpvote } from './rows.ts'

/** How people's texts and timestamps are written in pages and feeds. */

const NAME = 'أداة'
const ABOUT = 'تفعل شيئا واحدا'
const REASON = 'توفر لي ساعة كل يوم'
const server = await testServer()
const category = await addCategory(server.sql, { name: NAME, description: ABOUT })
const tool = await addTool(server.sql, { name: NAME, short_description: ABOUT }, [category])
await addTool(server.sql, { name: NAME, short_description: ABOUT }, [category])
const upvote = await addUpvote(server.sql, tool, await member(server))
await server.sql`update public.tool_upvotes set reason = ${REASON} where id = ${upvote.id}`

const read = async (path: string) => (await fetch(server.url + path)).text()
const pages = () => [
  '/',
  '/categories',
  `/categories/${category.slug}`,
  `/tools/${tool.slug}`,
  `/?categories=${category.slug}`,
]

test('people’s texts have dir="auto" everywhere', async () => {
  for (const path of pages()) {
    const html = (await read(path)).replace(/<script[\s\S]*?<\/script>|<title>[\s\S]*?<\/title>/g, '')
    // Without the initials in place of a logo.
    const elements = html.match(/<[a-z][^<>]*>[^<>]*[\u0600-\u06ff]{3}[^<>]*</g) ?? []
    expect(elements.length, path).toBeGreaterThan(0)
    expect(
      elements.filter((element) => !/^<[^>]* dir="auto"/.test(element)),
      path,
    ).toEqual([])
  }
})

/** https://html.spec.whatwg.org/#valid-global-date-and-time-string */
const VALID = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d))?$/

test('timestamps have at most three fractional digits', async () => {
  const moments: string[] = []
  for (const path of [...pages(), '/feed.xml', `/tools/${tool.slug}/feed.xml`, '/sitemap.xml']) {
    const text = await read(path)
    moments.push(...[...text.matchAll(/ date[tT]ime="([^"]*)"/g)].map(([, moment = '']) => moment))
    moments.push(...[...text.matchAll(/"date[A-Z]\w*":"([^"]*)"/g)].map(([, moment = '']) => moment))
    moments.push(
      ...[...text.matchAll(/<(?:published|updated|lastmod)>([^<]*)</g)].map(([, moment = '']) => moment),
    )
  }
  expect(moments.length).toBeGreaterThan(3)
  expect(moments.filter((moment) => !VALID.test(moment))).toEqual([])
})
