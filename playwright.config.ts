import { readdirSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'playwright/test'

const specs = readdirSync(path.join(import.meta.dirname, 'tests/e2e')).filter((file) =>
  file.endsWith('.spec.ts'),
)

const OUTPUT = process.env.E2E_OUTPUT ?? 'test-results/e2e'

export default defineConfig({
  testDir: 'tests/e2e',
  // One folder a run: two runs at once must not clear each other's.
  outputDir: `${OUTPUT}/files`,
  // A worker, and so a server with its database, belongs to one file: no file sees what another left.
  projects: specs.map((file) => ({ name: path.basename(file, '.spec.ts'), testMatch: file })),
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  timeout: 45_000,
  expect: { timeout: 7_000 },
  reporter: [['list'], ['json', { outputFile: `${OUTPUT}/report.json` }]],
  use: {
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
