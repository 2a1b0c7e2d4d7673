import { readFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests that start the product in processes of their own, or write much, take longest, however short the file. */
const TAKES_LONG =
  /support\/(?:installation|second-process|spawn-server|stranger|behind-nginx)\.ts|startServerProcess|blowStorm|createSchemaDatabase|generateCatalogue/

/** Vitest sorts by the durations it remembers, else by size. No worker begins a long file when the others are about to end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const texts = await Promise.all(sorted.map(({ moduleId }) => readFile(moduleId, 'utf8')))
    const isLong = (_: TestSpecification, place: number) => TAKES_LONG.test(texts[place] ?? '')
    return [...sorted.filter(isLong), ...sorted.filter((file, place) => !isLong(file, place))]
  }
}

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    silent: 'passed-only',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{shared,src,server,cli,scripts}/**/*.test.{ts,tsx}', 'tests/unit/**/*.test.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'contract',
          include: ['tests/contract/**/*.test.ts'],
          setupFiles: ['tests/support/property-runs.ts', 'tests/support/cheap-passwords.ts'],
          testTimeout: process.env.PROPERTY_RUNS ? 3_600_000 : 60_000,
          hookTimeout: 60_000,
          // Waits for what will come, however busy the machine.
          expect: { poll: { timeout: 30_000 } },
          // One more than the cores of a small machine: they wait a quarter of their time.
          maxWorkers: 3,
          // Node's own modules, kept from file to file: what is imported is read once a worker.
          pool: 'forks',
          isolate: false,
          env: { NODE_ENV: 'production' },
          experimental: { viteModuleRunner: false },
        },
      },
      {
        extends: true,
        resolve: { alias: { '@tanstack/react-start': path.resolve('tests/support/browser-only.ts') } },
        test: {
          name: 'component',
          include: ['tests/component/**/*.test.tsx'],
          setupFiles: ['tests/support/component-hooks.ts'],
          environment: 'jsdom',
          // The modules of the site are read once a worker: read for each file they took as long as the tests.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
    ],
  },
})
