import path from 'node:path'
import process from 'node:process'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take long, the longest first. Vitest remembers them itself, but not in a fresh clone. */
const SLOW = ['own-your-directory', 'ending', 'process', 'backup', 'cache-exact', 'branded-site', 'move']

/** No worker begins one of them when the others are about to end. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification) => SLOW.includes(path.basename(moduleId, '.test.ts'))
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    silent: 'passed-only',
    sequence: { sequencer: SlowFirst },
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
