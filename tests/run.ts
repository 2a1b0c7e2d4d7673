import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { startCluster } from './support/cluster.ts'
import { findBrowser } from './support/find-browser.ts'

/**
 * npm test: types and lint, unit tests, components without a browser, contract tests over HTTP, journeys in a browser.
 * `npm test -- contract FILTER` runs one kind (check, unit, component, contract, e2e), and of that what matches. What failed
 * is run once more, alone, and named as flaky when it then passes.
 */

const ROOT = path.join(import.meta.dirname, '..')
const BIN = path.join(ROOT, 'node_modules/.bin')
const E2E_OUTPUT = path.join(ROOT, `test-results/e2e-${process.pid}`)
const KINDS = ['check', 'unit', 'component', 'contract', 'e2e'] as const
type Kind = (typeof KINDS)[number]

/** How much of what a failed step printed is shown again, in characters. */
const END_LENGTH = 6_000

const [first, ...rest] = process.argv.slice(2)
const only = KINDS.find((kind) => kind === first)
const filters = only ? rest : process.argv.slice(2)
const kinds: readonly Kind[] = only ? [only] : KINDS

/** The steps that failed, each with the end of what it printed. */
const failures: { step: string; end: string }[] = []
/** What failed and then passed alone: a defect of the test or of the product, although the run counts as passed. */
const flaky: string[] = []
const counts = { passed: 0, failed: 0, skipped: 0 }
/** The seconds the tests of each file took, the first time. */
const took = new Map<string, number>()
const SLOWEST = 10

type Step = { name: string; ok: boolean; end: string }

async function main(): Promise<void> {
  // Side by side: the type check alone keeps one processor busy.
  await Promise.all([
    kinds.includes('check') ? check() : undefined,
    kinds.includes('unit') ? vitest('unit') : undefined,
  ])
  const needsDatabase = kinds.includes('contract') || kinds.includes('e2e')
  const cluster = needsDatabase ? await startCluster() : undefined
  const env: Record<string, string> = cluster
    ? { TEST_CLUSTER_URL: cluster.url, TEST_TEMPLATE: cluster.template, TEST_FOLDER: cluster.folder }
    : {}
  try {
    if (kinds.includes('component')) await vitest('component')
    if (kinds.includes('contract')) await vitest('contract', env)
    if (cluster && kinds.includes('e2e'))
      await playwright({ ...env, TEST_TEMPLATE: await cluster.starterTemplate() })
  } finally {
    await cluster?.stop()
  }
  // Once more at the end: a log is read from there, and a step can fail although every test of it passed.
  for (const failure of failures) process.stdout.write(`\nFailed: ${failure.step}\n${failure.end}\n`)
  for (const name of flaky) process.stdout.write(`\nFlaky, passed when run again alone: ${name}\n`)
  const slowest = [...took].sort(([, one], [, other]) => other - one).slice(0, SLOWEST)
  if (slowest.length > 1) process.stdout.write('\nSlowest files, in seconds of their tests:\n')
  for (const [file, seconds] of slowest) process.stdout.write(`${seconds.toFixed(1).padStart(7)}  ${file}\n`)
  process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`)
  process.exitCode = failures.length > 0 || counts.failed > 0 ? 1 : 0
}

async function check(): Promise<void> {
  expectOk(await step('tsc', ['--noEmit']))
  expectOk(await step('biome', ['check', '--error-on-warnings', '.']))
  expectOk(await step('postgrestools', ['check', '--error-on-warnings', 'supabase/schemas']))
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: {
    name: string
    status: string
    startTime: number
    endTime: number
    assertionResults: { fullName: string; status: string }[]
  }[]
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; skipped: number }
  suites: PlaywrightSuite[]
}
interface PlaywrightSuite {
  file: string
  suites?: PlaywrightSuite[]
  specs: { tests: { results: { duration: number }[] }[] }[]
}

/** Runs the tests of a kind; the files in which one failed are run once more, alone. */
async function vitest(kind: Kind, env: Record<string, string> = {}): Promise<void> {
  const output = path.join(ROOT, `test-results/${kind}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`]
  const run = async (...args: string[]) => {
    await rm(output, { force: true })
    const ran = await step('vitest', ['run', '--project', kind, ...reporters, ...args], env)
    return { ran, report: await readReport<VitestReport>(output) }
  }
  const first = await run('--passWithNoTests', ...filters)
  const failed = first.report?.testResults.filter(({ status }) => status === 'failed') ?? []
  count(first.report?.numPassedTests, 0, first.report?.numPendingTests)
  for (const { name, startTime, endTime } of first.report?.testResults ?? [])
    took.set(path.relative(ROOT, name), (endTime - startTime) / 1000)
  if (first.ran.ok) return
  const second = failed.length > 0 ? await run('--maxWorkers=1', ...failed.map(({ name }) => name)) : first
  expectOk(second.ran)
  // A file that failed before its tests has none of them counted yet.
  const before = failed.flatMap(({ assertionResults }) => assertionResults)
  const passedBefore = before.filter(({ status }) => status === 'passed').length
  const passed = second.ran.ok ? (second.report?.numPassedTests ?? 0) - passedBefore : 0
  count(passed, second.report?.numFailedTests, 0)
  if (second.ran.ok)
    flaky.push(
      ...failed.map(({ name, assertionResults }) =>
        [
          path.relative(ROOT, name),
          ...assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName),
        ].join(': '),
      ),
    )
}

/** Runs the tests in a browser; those that failed are run once more, alone. */
async function playwright(env: Record<string, string>): Promise<void> {
  const run = async (...args: string[]) => {
    const ran = await step('playwright', ['test', ...filters, ...args], {
      ...env,
      NODE_ENV: 'production',
      CHROMIUM_PATH: findBrowser(),
      E2E_OUTPUT,
    })
    const report = await readReport<PlaywrightReport>(path.join(E2E_OUTPUT, 'report.json'))
    return { ran, stats: report?.stats, suites: report?.suites ?? [] }
  }
  const first = await run()
  for (const suite of first.suites) took.set(path.join('tests/e2e', suite.file), millisecondsOf(suite) / 1000)
  count(first.stats?.expected, 0, first.stats?.skipped)
  if (first.ran.ok) return
  const second = first.stats?.unexpected ? await run('--last-failed', '--workers=1') : first
  expectOk(second.ran)
  if (second !== first) count(second.stats?.expected, second.stats?.unexpected, 0)
  for (const [, name] of first.ran.end.matchAll(/^ {4}(\S+\.spec\.ts:.*?)[ ─]*$/gm))
    if (second.ran.ok && name && !flaky.includes(name)) flaky.push(name)
}

function millisecondsOf({ specs, suites = [] }: PlaywrightSuite): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results))
  const own = results.reduce((sum, { duration }) => sum + duration, 0)
  return suites.reduce((sum, suite) => sum + millisecondsOf(suite), own)
}

function count(passed = 0, failed = 0, skipped = 0): void {
  counts.passed += passed
  counts.failed += failed
  counts.skipped += skipped
}

async function readReport<T>(file: string): Promise<T | undefined> {
  return existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : undefined
}

function expectOk({ name, ok, end }: Step): void {
  if (!ok) failures.push({ step: name, end })
}

/** Runs a program of node_modules to its end; the run goes on after a failure, so that one run shows them all. */
async function step(
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Step> {
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
  return { name, ok: code === 0, end }
}

await main()
