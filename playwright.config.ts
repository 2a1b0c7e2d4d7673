import { defineConfig } from 'playwright/test'

const OUTPUT = process.env.E2E_OUTPUT ?? 'test-results/e2e'

export default defineConfig({
  testDir: 'tests/e2e',
  // One folder per run: concurrent runs must not clear each other's.
  outputDir: `${OUTPUT}/files`,
  // The worker opens the app itself, run by Node without a transform.
  build: { external: ['**/server/**', '**/dist/**', '**/src/**', '**/cli/**'] },
  // One more than the cores of a small machine: each waits for its page a quarter of its time.
  workers: 3,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  timeout: 45_000,
  expect: { timeout: 7_000 },
  reporter: [['list'], ['json', { outputFile: `${OUTPUT}/report.json` }]],
  use: {
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
    // Emptied after every test; what the browser has downloaded and compiled stays.
    reuseContext: true,
    // No waiting for animations; the final state is the same.
    contextOptions: { reducedMotion: 'reduce' },
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
        // Without V8's optimising compilers: a page is gone before they pay off. A tenth of the time.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
})
