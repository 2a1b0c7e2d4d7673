import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import process from 'node:process'

// First the one without a window of its own: the same engine, and a fifth less work for each test.
const BROWSERS = [
  process.env.CHROMIUM_PATH ?? '',
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** A Chromium of this machine, or one installed now. Throws where there is none to be had. */
export function findBrowser(): string {
  const found = () => BROWSERS.find((file) => file && existsSync(file))
  const there = found()
  if (there) return there
  process.stdout.write('No Chromium found, installing it ...\n')
  const install = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', ...args], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  install('update')
  // Older Debians have only the whole browser.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    install('install', '-y', name)
    const installed = found()
    if (installed) return installed
  }
  throw new Error('the browser tests need Chromium: install it, or name one in CHROMIUM_PATH')
}
