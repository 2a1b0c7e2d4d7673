import { beforeAll, describe, expect, test } from 'vitest'
import { visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addCategory, addTool } from './rows.ts'

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
