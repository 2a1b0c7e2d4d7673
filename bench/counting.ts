import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import autocannon from 'autocannon'
import { withServer } from './pages.ts'

const PAIRS = 40
/** Until a process knows of the setting, and the page is in memory again. */
const SETTLE_MS = 7000
const HEADERS = {
  'accept-encoding': 'gzip, deflate, br',
  referer: 'https://news.example/',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
}

/** Requests of a page from memory answered in a second. */
async function shoot(url: string): Promise<number> {
  const shot = { url: `${url}/tools/github-copilot`, connections: 8, headers: HEADERS, duration: 1 }
  return (await autocannon(shot)).requests.total
}

/**
 * A page from memory with visits counted and not: two processes that take turns of a second, so that other load of
 * the machine is on both, and change their settings halfway, since equal processes differ.
 */
export async function measureCounting(print: (line: string) => void): Promise<void> {
  const newFolder = () => mkdtemp(path.join(tmpdir(), 'plaudit-counting-'))
  const [dirA, dirB] = [await newFolder(), await newFolder()]
  const set = (dataDir: string, numbers: string) =>
    promisify(execFile)(process.execPath, ['cli/plaudit.ts', 'site', 'set', 'numbers', numbers], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    })
  await withServer({ DATA_DIR: dirA }, (a) =>
    withServer({ DATA_DIR: dirB }, async (b) => {
      const halves: number[] = []
      const [one, other] = [
        { dir: dirA, ...a },
        { dir: dirB, ...b },
      ]
      for (const [on, off] of [
        [one, other],
        [other, one],
      ] as const) {
        await set(on.dir, 'owner')
        await set(off.dir, 'off')
        await sleep(SETTLE_MS)
        for (const { url } of [on, off]) await shoot(url)
        const ratios: number[] = []
        for (let pair = 0; pair < PAIRS; pair++) {
          // Not always the same first.
          const [first, second] = pair % 2 ? [off, on] : [on, off]
          const ratio = (await shoot(first.url)) / (await shoot(second.url))
          ratios.push(pair % 2 ? 1 / ratio : ratio)
        }
        ratios.sort((x, y) => x - y)
        const middle = ratios[PAIRS / 2] ?? 0
        halves.push(middle)
        print(`${PAIRS} pairs, counted against not: middle ${(middle * 100).toFixed(1)} %\n`)
      }
      const [before = 0, after = 0] = halves
      print(`with counting ${(Math.sqrt(before * after) * 100).toFixed(1)} % of without\n`)
    }),
  )
}
