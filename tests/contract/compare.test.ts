import { describe, expect, test } from 'vitest'
import { member, type Person, visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addCategory, addTool, ODD_TEXT, type Tool } from './rows.ts'
import { readSitemap } from './sitemap.ts'

/** Issue 13: the alternatives of a tool, and tools side by side; as data and as pages. */

const server = await testServer({ SEED: 'none' })
const people = await Promise.all([member(server), member(server), member(server), member(server)])
const { sql } = server
const category = await addCategory(sql, { name: 'Notes', slug: 'notes' })
const tool = await addTool(
  sql,
  { name: 'Otter', slug: 'otter', pricing: 'paid', open_source: false, platforms: ['web', 'ios'] },
  [category],
)
const free = await addTool(
  sql,
  { name: 'Vole', slug: 'vole', pricing: 'free', open_source: true, license: 'MIT', platforms: ['web'] },
  [category],
)
const odd = await addTool(sql, { name: ODD_TEXT, slug: 'odd' }, [category])
const lonely = await addTool(sql, { name: 'Lonely', slug: 'lonely' })
for (const [index, state] of [{}, {}, { is_flagged: true, flag_status: 'pending', flag_count: 1 }].entries())
  await say(free, people[index], `Reason ${index}`, state)
await say(free, people[3], 'Withheld', { is_withheld: true })

async function say(about: Tool, writer: Person | undefined, reason: string, state: object = {}) {
  const upvote = { tool_id: about.id, user_id: writer?.id ?? '', reason, ...state }
  await server.sql`insert into public.tool_upvotes ${server.sql(upvote)}`
}

const get = (path: string) => fetch(server.url + path, { redirect: 'manual' })
const text = async (path: string) => (await get(path)).text()
/** The text of a page's main part. */
const read = async (path: string) =>
  (/<main[^>]*>(.*)<\/main>/s.exec(await text(path))?.[1] ?? '')
    .replaceAll(/<script.*?<\/script>/gs, '')
    .replaceAll('<!-- -->', '')
    .replaceAll(/<[^>]+>/g, '|')
    .replaceAll(/\|+/g, '|')

describe('list_alternatives', () => {
  test('brings facts, and the newest recommendation that visitors are shown, for members too', async () => {
    for (const { client } of [{ client: visitor(server) }, ...people]) {
      const { data } = await client.rpc('list_alternatives', { tool_id: tool.id }, { get: true })
      expect(data?.find(({ id }) => id === free.id)).toMatchObject({
        ...{ pricing: 'free', open_source: true, license: 'MIT', platforms: ['web'], upvote_count: 3 },
        ...{ category_slug: 'notes', latest_reason: 'Reason 1', latest_writer: people[1]?.username },
        writer_has_page: true,
      })
    }
  })

  test('gives as many as asked for, between one and twenty', async () => {
    const many = await addCategory(server.sql)
    const [first] = await Promise.all(Array.from({ length: 23 }, () => addTool(server.sql, {}, [many])))
    const count = async (max_results: number) => {
      const request = { tool_id: first?.id ?? '', max_results }
      return (await visitor(server).rpc('list_alternatives', request, { get: true })).data?.length
    }
    expect(await Promise.all([-1, 0, 7, 1000].map(count))).toEqual([1, 1, 7, 20])
    await server.sql`delete from public.tools where category_id = ${many.id}`
  })
})

describe('compare_tools', () => {
  const compare = async (...slugs: string[]) =>
    (await visitor(server).rpc('compare_tools', { slugs }, { get: true })).data ?? []

  test('keeps the requested order, leaves out unknown tools, and reads at most eight', async () => {
    expect((await compare('vole', 'nope', 'otter')).map(({ slug }) => slug)).toEqual(['vole', 'otter'])
    expect(await compare(...'abcdefgh', 'otter')).toEqual([])
    expect(await compare()).toEqual([])
  })

  test('returns the compared data, and no hidden recommendation', async () => {
    const [compared] = await compare('vole')
    expect(compared).toMatchObject({
      ...{ name: 'Vole', category_names: ['Notes'], category_slugs: ['notes'], license: 'MIT' },
      ...{ reasons: ['Reason 1', 'Reason 0'], writers: [people[1]?.username, people[0]?.username] },
    })
    expect(await compare('lonely')).toMatchObject([{ category_names: [], reasons: [], writers: [] }])
  })

  test('says which writers have a page, as alternatives do', async () => {
    const writer = people[1]
    if (!writer) throw new Error('no writer')
    const turn = (has_page: boolean) =>
      writer.client.from('profiles').update({ has_page }).eq('id', writer.id).throwOnError()
    const [before] = await compare('vole')
    await turn(false)
    const [after] = await compare('vole')
    const { data } = await visitor(server).rpc('list_alternatives', { tool_id: tool.id }, { get: true })
    await turn(true)
    expect(before?.writers_have_pages).toEqual([true, true])
    expect(after?.writers_have_pages).toEqual([false, true])
    expect(data?.find(({ id }) => id === free.id)?.writer_has_page).toBe(false)
  })

  test('finds a tool by a former slug', async () => {
    const { id } = await addTool(server.sql, { slug: 'before' })
    await server.sql`update public.tools set slug = 'after' where id = ${id}`
    expect(await compare('before')).toMatchObject([{ asked: 'before', slug: 'after' }])
  })
})

describe('/alternatives/SLUG', () => {
  test('lists alternatives with differences and recommendations, for people and search engines', async () => {
    const words = await read('/alternatives/otter')
    for (const said of [
      ...['Alternatives to Otter', 'Vole', 'Free (Otter: paid)', 'Open source, unlike Otter'],
      ...['Not on iOS', 'Reason 1', `@${people[1]?.username}`, '2 tools like Otter'],
    ])
      expect(words).toContain(said)
    expect(words).not.toContain('Also')
    const html = await text('/alternatives/otter')
    expect(html.match(/href="\/compare\?tools=otter,vole/g)).toHaveLength(1)
    expect(html).toContain(`<link rel="canonical" href="${server.url}/alternatives/otter"`)
    expect(html).toContain(`${server.url}/social/alternatives/otter.png`)
    expect(html).not.toContain('noindex')
    expect(html).toContain('"@type":"ItemList","name":"Alternatives to Otter"')
    expect(html).toContain('"numberOfItems":2')
    expect(html).not.toContain('<b>')
    expect((await get('/social/alternatives/otter.png')).headers.get('content-type')).toBe('image/png')
  })

  test('says so, and is noindex, when there are none', async () => {
    expect(await read('/alternatives/lonely')).toContain('No alternatives yet')
    expect(await text('/alternatives/lonely')).toContain('noindex')
    const sitemap = await readSitemap(server, '/sitemaps/alternatives.xml')
    expect(sitemap.map(({ path }) => path).toSorted()).toEqual(
      ['odd', 'otter', 'vole'].map((slug) => `/alternatives/${slug}`),
    )
    expect((await readSitemap(server, '/sitemap.xml')).map(({ path }) => path)).toContain(
      '/sitemaps/alternatives.xml',
    )
  })

  test('of an unknown tool is not found; a former slug redirects to the current one', async () => {
    expect((await get('/alternatives/nothing')).status).toBe(404)
    await server.sql`update public.tools set slug = 'alone' where id = ${lonely.id}`
    for (const path of ['/alternatives/lonely', '/social/alternatives/lonely.png']) {
      const moved = await get(path)
      expect([moved.status, moved.headers.get('location')]).toEqual([308, path.replace('lonely', 'alone')])
    }
    await server.sql`update public.tools set slug = 'lonely' where id = ${lonely.id}`
  })
})

describe('/compare', () => {
  test('shows tools in one table, with a name for every row and column', async () => {
    const html = await text('/compare?tools=otter,vole')
    expect(html.match(/<th scope="col"/g)).toHaveLength(2)
    expect(html.match(/<th scope="row"/g)).toHaveLength(9)
    const words = await read('/compare?tools=otter,vole')
    for (const said of [
      ...['Compare Otter and Vole', '|Recommendations|0|3|', '|Pricing|Paid|Free|'],
      ...['|Open source|No|Yes|', '|License|Unknown|MIT|', '|Platforms|Web, iOS|Web|'],
      ...['|Reason 1|', '|No recommendations yet|'],
    ])
      expect(words).toContain(said)
    expect(words).not.toContain('Withheld')
    expect(html).toContain('noindex')
    expect(await text('/compare?tools=vole,otter')).toContain(
      `<link rel="canonical" href="${server.url}/compare?tools=otter,vole"`,
    )
  })

  test('reports what is wrong with its URL', async () => {
    expect(await read('/compare')).toContain('See two to four tools side by side')
    expect(await read('/compare?tools=otter')).toContain('Add another tool to compare it with.')
    const unknown = await read('/compare?tools=otter,nothing,vole')
    expect(unknown).toContain('There is no tool “nothing”.')
    expect(unknown).toContain('Compare Otter and Vole')
    const more = await addTool(server.sql, { name: 'Fifth', slug: 'fifth' })
    const five = await read('/compare?tools=otter,vole,odd,lonely,fifth')
    expect(five).toContain('Four tools fit side by side. Left out: Fifth.')
    await server.sql`delete from public.tools where id = ${more.id}`
  })

  test('redirects to the current slugs, without duplicates', async () => {
    await server.sql`update public.tools set slug = 'muskrat' where id = ${free.id}`
    const moved = await get('/compare?tools=vole,otter,muskrat')
    expect([moved.status, moved.headers.get('location')]).toEqual([308, '/compare?tools=muskrat,otter'])
    await server.sql`update public.tools set slug = 'vole' where id = ${free.id}`
  })

  test('finds another tool to add, without scripts', async () => {
    const html = await text('/compare?tools=otter&add=vol')
    expect(html.match(/href="\/compare\?tools=otter,vole/g)).toHaveLength(1)
    expect(html).toContain('aria-label="Add Vole"')
    expect(await read('/compare?tools=otter&add=zzzzqqq')).toContain('No results found.')
    expect(await read('/compare?tools=otter,vole,odd,lonely')).toContain('Remove one to add another.')
  })

  test('is reached by a button that belongs to a form', async () => {
    const html = await text('/categories/notes')
    expect(html).toMatch(/<form id="compare" [^>]*action="\/compare"/)
    expect(html).toMatch(
      /<button [^>]*form="compare" value="vole"[^>]*aria-label="Compare Vole"[^>]*name="tools"/,
    )
    expect(html).toContain(`value="${odd.slug}"`)
  })
})
