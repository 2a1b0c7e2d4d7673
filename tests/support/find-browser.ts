import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import process from 'node:process'

/** The same engine without a window: a page takes two thirds of the processor time. */
const SHELL = '/usr/bin/chromium-headless-shell'

const WHOLE = [
  '/usr/bin/google-chrome',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * A Chromium of this machine, or one installed now: preferably the headless shell, or with `whole` the whole browser,
 * with which figures are measured. CHROMIUM_PATH overrides. Throws if there is none.
 */
export function findBrowser({ whole = false } = {}): string {
  const browsers = [process.env.CHROMIUM_PATH ?? '', ...(whole ? [...WHOLE, SHELL] : [SHELL, ...WHOLE])]
  const found = () => browsers.find((file) => file && existsSync(file))
  const there = found()
  if (there) return there
  process.stdout.write('No Chromium found, installing it ...\n')
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', ...args], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  apt('update')
  const isThere = !whole && apt('install', '-y', 'chromium-headless-shell')
  if (!isThere) apt('install', '-y', 'chromium')
  const installed = found()
  if (installed) return installed
  throw new Error('the browser tests need Chromium: install it, or name one in CHROMIUM_PATH')
}
