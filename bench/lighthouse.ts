import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as z from 'zod'
import { findBrowser } from '../tests/support/find-browser.ts'

/** Downloaded on demand: the product does not need it, and it is larger than all test tools together. */
const PACKAGE = 'lighthouse@13.5.0'
const PAGES = ['/', '/tools/github-copilot', '/categories/coding', '/categories', '/login']

const report = z.object({
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.record(
    z.string(),
    z.object({ score: z.number().nullable(), title: z.string(), numericValue: z.number().optional() }),
  ),
})

/** Lighthouse with its mobile settings: scores, layout shift, and the audits that are not perfect. */
export async function measureLighthouse(url: string, print: (line: string) => void): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plaudit-lighthouse-'))
  try {
    for (const page of PAGES) {
      const output = path.join(folder, 'report.json')
      const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking']
      const done = spawnSync(
        'npm',
        [
          ...['exec', '--yes', `--package=${PACKAGE}`, '--', 'lighthouse', url + page, '--quiet'],
          ...['--output=json', `--output-path=${output}`, `--chrome-flags=${flags.join(' ')}`],
          '--no-enable-error-reporting',
        ],
        {
          env: { ...process.env, CHROME_PATH: findBrowser({ whole: true }) },
          stdio: ['ignore', 'ignore', 'inherit'],
        },
      )
      if (done.status !== 0) throw new Error(`lighthouse could not look at ${page}`)
      const { categories, audits } = report.parse(JSON.parse(await readFile(output, 'utf8')))
      const scores = Object.entries(categories).map(
        ([name, { score }]) => `${name} ${Math.round((score ?? 0) * 100)}`,
      )
      const shift = audits['cumulative-layout-shift']?.numericValue ?? 0
      print(`lighthouse ${page}: ${scores.join(', ')}; layout shift ${shift.toFixed(3)}`)
      for (const [name, { score, title }] of Object.entries(audits))
        if (score !== null && score < 0.9) print(`  ${name} ${score.toFixed(2)}: ${title}`)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
