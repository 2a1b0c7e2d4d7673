import path from 'node:path'
import process from 'node:process'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    silent: 'passed-only',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{src,server,cli,scripts}/**/*.test.{ts,tsx}', 'tests/unit/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'contract',
          include: ['tests/contract/**/*.test.ts'],
          setupFiles: ['tests/support/property-runs.ts'],
          testTimeout: process.env.PROPERTY_RUNS ? 3_600_000 : 20_000,
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
          environment: 'jsdom',
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
    ],
  },
})
