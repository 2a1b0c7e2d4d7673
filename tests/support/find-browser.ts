import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import process from 'node:process'

// First the whole browser, which is what people use; the other one is the same engine without a window of its own.
const BROWSERS = [
  process.env.CHROMIUM_PATH ?? '',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/usr/bin/chromium-headless-shell',
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
  install('install', '-y', 'chromium')
  const installed = found()
  if (installed) return installed
  throw new Error('the browser tests need Chromium: install it, or name one in CHROMIUM_PATH')
}
