import { LARGE, SMALL } from './generate-catalogue.ts'
import { withCluster } from './own-server.ts'
import { readQuestions } from './relevance.ts'
import { NUMBERS } from './scale-numbers.ts'
import { OWN_FACTS } from './scale-own-facts.ts'
import { READS, type Row } from './scale-rows.ts'
import { query, type Scene, withScene } from './scale-scene.ts'
import { LASTING, UNVACUUMED, WRITES } from './scale-writes.ts'

/**
 * Pages and calls on a catalogue of 1,000 tools and on one of 100,000, alternating in the same run. Without the page
 * cache (to measure queries) and without waiting for the disk (the same for both). A row is within its bound if the
 * large catalogue takes at most twice the time of the small one, or less than 50 ms; an administrator's, 150 ms.
 */
export const measureScale = (print: (line: string) => void): Promise<void> =>
  withCluster(() =>
    withScene(SMALL, async (small) => {
      const started = performance.now()
      await withScene(LARGE, async (large) => {
        print(`generated ${LARGE.tools} tools in ${Math.round((performance.now() - started) / 1000)} s\n`)
        await measureSearches(large, 'p50 50, p99 200', print)
        await measureRows(small, large, print)
      })
    }),
  )

/** What visitors read, at a million tools. Generating them takes three quarters of an hour. */
export const measureMillion = (print: (line: string) => void): Promise<void> =>
  withCluster(() =>
    withScene({ ...LARGE, tools: 1_000_000, members: 100_000 }, async (scene) => {
      await measureSearches(scene, 'p50 150, p99 1000', print)
      print('| what | median | p95 |')
      print('|---|---|---|')
      for (const { name, tries = 10, ask } of READS.filter(({ name }) => !ADMINISTRATORS.test(name))) {
        const times: number[] = []
        for (let attempt = -1; attempt < tries; attempt++)
          times.push(await ask(scene, attempt + 1).catch(endless))
        const { median, p95 } = summarise(times.slice(1))
        print(`| ${name} | ${show(median)} | ${show(p95)} |`)
      }
    }),
  )

/** A read that was ended after the two seconds that visitors have: the others are measured nevertheless. */
function endless(error: unknown): number {
  if (!String(error).includes('57014')) throw error
  return Number.POSITIVE_INFINITY
}

/** The questions of `relevance` on a large catalogue, whose texts are made of real words. */
async function measureSearches(scene: Scene, wanted: string, print: (line: string) => void): Promise<void> {
  const times: number[] = []
  for (const question of await readQuestions())
    times.push(
      await query(scene, 'search_tools', { query: question.query, max_results: '16' }).catch(endless),
    )
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => show(sorted[Math.floor(sorted.length * share)] ?? 0)
  print(`${times.length} searches: p50 ${at(0.5)}, p90 ${at(0.9)}, p99 ${at(0.99)} (wanted: ${wanted})\n`)
}

const ADMINISTRATORS = /^(admin|flags|people|audit log)\b/

/** Milliseconds of one row on one catalogue. */
interface Times {
  median: number
  p95: number
}

/** Rows of the table, printed as they are measured; those that change the catalogue come last. */
async function measureRows(small: Scene, large: Scene, print: (line: string) => void): Promise<void> {
  print('| what | median small | p95 small | median large | p95 large | ratio | within |')
  print('|---|---|---|---|---|---|---|')
  for (const row of [...READS, ...NUMBERS, ...WRITES, ...UNVACUUMED, ...LASTING, ...OWN_FACTS]) {
    const [one, other] = await measureByTurns(row, small, large)
    const ratio = other.median / one.median
    const isWithin = ratio <= 2 || other.median < (ADMINISTRATORS.test(row.name) ? 150 : 50)
    print(
      `| ${[row.name, show(one.median), show(one.p95), show(other.median), show(other.p95), ratio.toFixed(1), isWithin ? 'yes' : '**NO**'].join(' | ')} |`,
    )
  }
}

/** Alternating, so that other load affects both; the first of several runs is the warm-up. */
async function measureByTurns({ tries = 30, ask }: Row, small: Scene, large: Scene): Promise<[Times, Times]> {
  const times: [number[], number[]] = [[], []]
  const first = tries > 1 ? -1 : 0
  for (let attempt = first; attempt < tries; attempt++)
    for (const [index, scene] of [small, large].entries()) {
      const taken = await ask(scene, attempt - first)
      if (attempt >= 0) times[index]?.push(taken)
    }
  return [summarise(times[0]), summarise(times[1])]
}

function summarise(times: number[]): Times {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { median: at(0.5), p95: at(0.95) }
}

const show = (milliseconds: number) => `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`
