import { beforeAll, describe, expect, test } from 'vitest'
import { visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addCategory, addTool, type Category } from './rows.ts'

/** Similar names, and the number of tools each further category would add to a list. */

const server = await testServer()
const db = visitor(server)

describe('search_similar', () => {
  beforeAll(async () => {
    const names = ['ChatGPT', 'GitHub Copilot', 'Perplexity', 'Whisper', 'Claude', 'Sw_op%\\']
    for (const name of names) await addTool(server.sql, { name })
    await addCategory(server.sql, { name: 'Transcription and meetings' })
    await addCategory(server.sql, { name: 'Perplexing' })
  })
  const search = async (query: string, max_results?: number) => {
    const { data, error } = await db.rpc('search_similar', { query, max_results }, { get: true })
    expect(error).toBeNull()
    return data?.map((row) => `${row.kind} ${row.name}`)
  }

  test.each([
    ['a missing letter', 'githb', 'tool GitHub Copilot'],
    ['a missing letter of a short word', 'clade', 'tool Claude'],
    ['a wrong letter', 'whisber', 'tool Whisper'],
    ['letters swapped at the end', 'chatgtp', 'tool ChatGPT'],
    ['letters swapped at the beginning', 'lcaude', 'tool Claude'],
    ['letters swapped in the middle of a second word', 'COPLIOT', 'tool GitHub Copilot'],
    ['swapped signs', 's_wop%\\', 'tool Sw_op%\\'],
    ['a category', 'transciption', 'category Transcription and meetings'],
  ])('finds in spite of %s', async (_, query, found) => {
    expect((await search(query))?.[0]).toBe(found)
  })

  test('lists tools before categories, as many of each as asked for', async () => {
    expect(await search('perplexng')).toEqual(['tool Perplexity', 'category Perplexing'])
    for (let n = 0; n < 3; n++) await addTool(server.sql, { name: `Similarity ${n}` })
    expect(await search('similarty', 2)).toHaveLength(2)
    expect(await search('similarty', 0)).toHaveLength(1)
    expect(await search('similarty', 1000)).toHaveLength(3)
  })

  test('gives rows of the shape of search_catalogue', async () => {
    const similar = await db.rpc('search_similar', { query: 'whisber' }, { get: true })
    const literal = await db.rpc('search_catalogue', { query: 'whisper' }, { get: true })
    expect(similar.data).toEqual(literal.data)
  })

  test.each(['', '  ', 'hw', '%%%', '_\\_', '👏👏👏', 'qqqqqqqq', "'; drop", 'null'])(
    'finds nothing for %j',
    async (query) => {
      expect(await search(query)).toEqual([])
    },
  )

  test('reads no more than a hundred characters of a query', async () => {
    expect(await search('x'.repeat(1500))).toEqual([])
  })
})

describe('count_categories', () => {
  let [a, b, c, empty]: Category[] = []
  beforeAll(async () => {
    a = await addCategory(server.sql, { name: 'A' })
    b = await addCategory(server.sql, { name: 'B' })
    c = await addCategory(server.sql, { name: 'C' })
    empty = await addCategory(server.sql, { name: 'Empty' })
    await addTool(server.sql, {}, [a])
    await addTool(server.sql, {}, [a, b])
    await addTool(server.sql, {}, [b, c])
    await addTool(server.sql, {}, [c, b])
  })
  const added = async (selected: (Category | undefined)[]) => {
    const ids = selected.map((category) => category?.id ?? '')
    const { data, error } = await db.rpc('count_categories', { selected: ids }, { get: true })
    expect(error).toBeNull()
    return [a, b, c, empty].map((category) => data?.find((row) => row.category_id === category?.id)?.added)
  }

  test('counts what each category would add to the list', async () => {
    expect(await added([])).toEqual([2, 3, 2, 0])
    expect(await added([a])).toEqual([0, 2, 2, 0])
    expect(await added([b])).toEqual([1, 0, 0, 0])
    expect(await added([c, a])).toEqual([0, 0, 0, 0])
    expect(await added([empty])).toEqual([2, 3, 2, 0])
  })

  test('equals the length of the resulting list', async () => {
    const total = async (selected: (Category | undefined)[]) => {
      const { count } = await db
        .from('tools')
        .select('id, tool_categories!inner(category_id)', { count: 'exact', head: true })
        .in(
          'tool_categories.category_id',
          selected.map((category) => category?.id ?? ''),
        )
      return count ?? 0
    }
    const [, ofB] = await added([a])
    expect((await total([a, b])) - (await total([a]))).toBe(ofB)
  })
})
