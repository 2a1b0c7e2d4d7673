import { readFile } from 'node:fs/promises'
import { member, recommend } from '../tests/support/actors.ts'
import { importLines } from '../tests/support/command-line.ts'
import { withOwnSite } from './own-server.ts'

/** The catalogue of the questions; RELEVANCE_CATALOGUE overrides its path. */
const CATALOGUE = process.env.RELEVANCE_CATALOGUE ?? '../shared/data/catalogue-a.jsonl'

/** The search was written with the first set; each later one was written by reading the catalogue before it was asked. */
const SETS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

/** How many results count. */
const FIRST = 5

/** What people type, and the slugs of the right tools. Nonsense has no right tool. */
export interface Question {
  set: string
  kind: string
  query: string
  right: string[]
}

interface Score {
  asked: number
  first: number
  found: number
  reciprocal: number
}

/** Of all sets. */
export const readQuestions = async () => (await Promise.all(SETS.map(readSet))).flat()

/** The lines of a file in `relevance/`, with parts separated by '|'. */
async function readParts(name: string): Promise<string[][]> {
  const text = await readFile(new URL(`relevance/${name}.txt`, import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((part) => part.trim()))
}

async function readSet(set: string): Promise<Question[]> {
  const lines = await readParts(set)
  return lines.map(([kind = '', query = '', right = '']) => ({
    set,
    kind,
    query,
    right: right.split(' ').filter((slug) => slug !== ''),
  }))
}

/**
 * Whether people find what they came for: runs each question with the search by names and the search for a task. A
 * question is answered if a right tool is among the first five, or if nothing is found where nothing is right.
 */
export async function measureRelevance(print: (line: string) => void): Promise<void> {
  const questions = await readQuestions()
  await withOwnSite({ LOG_LEVEL: 'warn' }, async (server) => {
    await importLines(server.databaseUrl, (await readFile(CATALOGUE, 'utf8')).trim().split('\n'))
    const writer = await member(server)
    // Recommendations with the searched words of the kind 'reason', and some without.
    for (const [slug = '', reason = ''] of await readParts('reasons'))
      await recommend(server, writer, slug, reason)
    const { sql } = server
    const searches = {
      'by name': async (query: string) => {
        const literal = await sql<{ slug: string }[]>`
          select slug from public.search_catalogue(${query}) where kind = 'tool' limit ${FIRST}`
        if (literal.length > 0) return literal
        return sql<{ slug: string }[]>`
          select slug from public.search_similar(${query}) where kind = 'tool' limit ${FIRST}`
      },
      'by task': (query: string) => sql<{ slug: string }[]>`
        select slug from public.search_tools(${query}) limit ${FIRST}`,
    }
    print('| search | kind | questions | first | in the first five | mean reciprocal rank |')
    print('|---|---|---|---|---|---|')
    for (const [name, search] of Object.entries(searches)) {
      const kinds = new Map<string, Score>()
      for (const { set, kind, query, right } of questions) {
        const slugs = (await search(query)).map(({ slug }) => slug)
        const nothing = slugs.length === 0 ? 0 : -1
        const place = right.length === 0 ? nothing : slugs.findIndex((slug) => right.includes(slug))
        if (place < 0 && name === 'by task')
          print(`missed (${set}): ${query}: ${slugs.join(', ') || 'nothing'}`)
        for (const each of [`${set}: ${kind}`, `${set}: all`]) {
          const score = kinds.get(each) ?? { asked: 0, first: 0, found: 0, reciprocal: 0 }
          kinds.set(each, {
            asked: score.asked + 1,
            first: score.first + (place === 0 ? 1 : 0),
            found: score.found + (place >= 0 ? 1 : 0),
            reciprocal: score.reciprocal + (place >= 0 ? 1 / (place + 1) : 0),
          })
        }
      }
      for (const [kind, { asked, first, found, reciprocal }] of kinds)
        print(
          `| ${name} | ${kind} | ${asked} | ${share(first, asked)} | ${share(found, asked)} | ${(reciprocal / asked).toFixed(2)} |`,
        )
    }
  })
}

const share = (part: number, whole: number) => `${Math.round((100 * part) / whole)} %`
