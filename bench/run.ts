import { cpus, totalmem } from 'node:os'
import process from 'node:process'
import { measureAuthTiming } from './auth-timing.ts'
import { measureCounting } from './counting.ts'
import { measureHostileReaders } from './hostile-readers.ts'
import { measureInteractions } from './interactions.ts'
import { measureLighthouse } from './lighthouse.ts'
import { measureMixed } from './mixed.ts'
import { measurePages, withServer } from './pages.ts'
import { measurePreviews } from './previews.ts'
import { measureRelevance } from './relevance.ts'
import { measureMillion, measureScale } from './scale.ts'
import { measureUpvotes, measureWrites } from './writes.ts'

/**
 * npm run bench: pages of the starter catalogue over 8 connections, cached and rendered, beside a bare node:http server
 * in the same run; a page with visits counted and not; a visitor beside twelve hostile readers; timing of known and unknown addresses; concurrent writes; ten
 * minutes of mixed load; preview images; interactions; Lighthouse. One part: `npm run bench -- pages`; `million` runs only
 * when it is named. Figures are copied to docs/performance.md by hand.
 */

/** Tools of the starter catalogue whose previews are drawn. */
const PREVIEWS = ['chatgpt', 'github-copilot', 'perplexity', 'grammarly', 'replit', 'zapier', 'make', 'n8n']

const print = (line: string) => process.stdout.write(`${line}\n`)

const chosen = process.argv.slice(2)

const PARTS: Record<string, () => Promise<void>> = {
  pages: () => measurePages(print),
  counting: () => measureCounting(print),
  scale: () => measureScale(print),
  million: () => measureMillion(print),
  'hostile-readers': () =>
    measureHostileReaders(
      print,
      // `npm run bench -- hostile-readers embeds`: only attacks with one of these words in their names.
      chosen.filter((word) => !Object.hasOwn(PARTS, word)),
    ),
  'auth-timing': () => measureAuthTiming(print),
  writes: () => measureWrites(print),
  upvotes: () => measureUpvotes(print),
  relevance: () => measureRelevance(print),
  mixed: () => measureMixed(print),
  previews: () => withServer({}, ({ url }) => measurePreviews(url, PREVIEWS, print)),
  lighthouse: () => withServer({}, ({ url }) => measureLighthouse(url, print)),
  interactions: () => withServer({}, ({ url }) => measureInteractions(url, print)),
}

for (const [name, part] of Object.entries(PARTS))
  if (chosen.includes(name) || (chosen.length === 0 && name !== 'million')) await part()
print(
  `machine: ${cpus().length} x ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, node ${process.version}`,
)
