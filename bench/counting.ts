import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import autocannon from 'autocannon'
import { withServer } from './pages.ts'

const TURNS = 5
const SECONDS = 4
/** Until a process knows of the setting, and the page is in memory again. */
const SETTLE_MS = 7000
const HEADERS = {
  'accept-encoding': 'gzip, deflate, br',
  referer: 'https://news.example/',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
}

/** A page from memory with visits counted and not, by turns on one process: other load of the machine is on both. */
export async function measureCounting(print: (line: string) => void): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'plaudit-counting-'))
  const turn = (numbers: string) =>
    promisify(execFile)(process.execPath, ['cli/plaudit.ts', 'site', 'set', 'numbers', numbers], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    })
  await withServer({ DATA_DIR: dataDir }, async ({ url }) => {
    const perSecond: Record<string, number[]> = { owner: [], off: [] }
    for (let at = 0; at < TURNS; at++)
      // Not always the same first.
      for (const numbers of at % 2 ? ['off', 'owner'] : ['owner', 'off']) {
        await turn(numbers)
        await sleep(SETTLE_MS)
        const shot = { url: `${url}/tools/github-copilot`, connections: 8, headers: HEADERS }
        await autocannon({ ...shot, duration: 1 })
        const { requests } = await autocannon({ ...shot, duration: SECONDS })
        perSecond[numbers]?.push(requests.average)
      }
    const middle = (all: number[] = []) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
    const [counted, not] = [middle(perSecond.owner), middle(perSecond.off)]
    print(
      `counted: ${perSecond.owner?.map(Math.round).join(' ')}/s; not: ${perSecond.off?.map(Math.round).join(' ')}/s`,
    )
    print(`with counting ${((counted / not) * 100).toFixed(1)} % of without\n`)
  })
}
