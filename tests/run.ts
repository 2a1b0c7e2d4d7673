import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { startCluster } from './support/cluster.ts'
import { findBrowser } from './support/find-browser.ts'

/**
 * npm test: types and lint, unit tests, contract tests over HTTP, journeys in a browser. `npm test -- contract FILTER`
 * runs one kind (check, unit, contract, e2e), and of that what matches.
 */

const ROOT = path.join(import.meta.dirname, '..')
const BIN = path.join(ROOT, 'node_modules/.bin')
const E2E_OUTPUT = path.join(ROOT, `test-results/e2e-${process.pid}`)
const KINDS = ['check', 'unit', 'contract', 'e2e'] as const
type Kind = (typeof KINDS)[number]

/** How much of what a failed step printed is shown again, in characters. */
const END_LENGTH = 6_000

const [first, ...rest] = process.argv.slice(2)
const only = KINDS.find((kind) => kind === first)
const filters = only ? rest : process.argv.slice(2)
const kinds: readonly Kind[] = only ? [only] : KINDS

/** The steps that failed, each with the end of what it printed. */
const failures: { step: string; end: string }[] = []
const counts = { passed: 0, failed: 0, skipped: 0 }

async function main(): Promise<void> {
  if (kinds.includes('check')) {
    await step('tsc', ['--noEmit'])
    await step('biome', ['check', '--error-on-warnings', '.'])
  }
  const needsDatabase = kinds.includes('contract') || kinds.includes('e2e')
  const cluster = needsDatabase ? await startCluster() : undefined
  const env: Record<string, string> = cluster
    ? { TEST_CLUSTER_URL: cluster.url, TEST_TEMPLATE: cluster.template }
    : {}
  try {
    for (const kind of ['unit', 'contract'] as const) if (kinds.includes(kind)) await vitest(kind, env)
    if (kinds.includes('e2e')) {
      await step('playwright', ['test', ...filters], {
        ...env,
        CHROMIUM_PATH: findBrowser(),
        E2E_OUTPUT,
      })
      await countPlaywright()
    }
  } finally {
    await cluster?.stop()
  }
  // Once more at the end: a log is read from there, and a step can fail although every test of it passed.
  for (const failure of failures) process.stdout.write(`\nFailed: ${failure.step}\n${failure.end}\n`)
  process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`)
  process.exitCode = failures.length > 0 || counts.failed > 0 ? 1 : 0
}

async function vitest(kind: Kind, env: Record<string, string>): Promise<void> {
  const output = path.join(ROOT, `test-results/${kind}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`]
  await step('vitest', ['run', '--project', kind, '--passWithNoTests', ...reporters, ...filters], env)
  const report: { numPassedTests: number; numFailedTests: number; numPendingTests: number } | undefined =
    await readReport(output)
  counts.passed += report?.numPassedTests ?? 0
  counts.failed += report?.numFailedTests ?? 0
  counts.skipped += report?.numPendingTests ?? 0
}

async function countPlaywright(): Promise<void> {
  const report: { stats: { expected: number; unexpected: number; skipped: number } } | undefined =
    await readReport(path.join(E2E_OUTPUT, 'report.json'))
  counts.passed += report?.stats.expected ?? 0
  counts.failed += report?.stats.unexpected ?? 0
  counts.skipped += report?.stats.skipped ?? 0
}

async function readReport<T>(file: string): Promise<T | undefined> {
  return existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : undefined
}

/** Runs a program of node_modules to its end; the run goes on after a failure, so that one run shows them all. */
async function step(program: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  const name = `${program} ${args.join(' ')}`
  process.stdout.write(`\n> ${name}\n`)
  let end = ''
  const code = await new Promise<number>((resolve) => {
    const child = spawn(path.join(BIN, program), args, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    })
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ] as const)
      from.on('data', (chunk: Buffer) => {
        to.write(chunk)
        end = (end + chunk.toString()).slice(-END_LENGTH)
      })
    child.on('close', (status) => resolve(status ?? 1))
    child.on('error', () => resolve(1))
  })
  if (code !== 0) failures.push({ step: name, end })
}

await main()
