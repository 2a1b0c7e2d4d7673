import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright'
import { findBrowser } from '../tests/support/find-browser.ts'

/** What a first visit to `/` loads in a real browser, and the gzip size of its JavaScript. */
export async function measureFirstLoad(url: string, print: (line: string) => void): Promise<void> {
  const browser = await chromium.launch({
    executablePath: findBrowser({ whole: true }),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const page = await browser.newPage()
    const scripts = new Map<string, number>()
    const others: string[] = []
    page.on('response', async (response) => {
      if (response.request().resourceType() !== 'script') others.push(new URL(response.url()).pathname)
      else scripts.set(response.url(), gzipSync(await response.body()).byteLength)
    })
    await page.goto(url, { waitUntil: 'networkidle' })
    await page.waitForTimeout(1500)
    const total = [...scripts.values()].reduce((sum, size) => sum + size, 0)
    print(`first load of /: ${(total / 1000).toFixed(1)} kB of JavaScript in gzip, ${scripts.size} files`)
    for (const [file, size] of [...scripts].sort((a, b) => b[1] - a[1]).slice(0, 8))
      print(`  ${(size / 1000).toFixed(1).padStart(6)} kB ${new URL(file).pathname}`)
    print(`  beside them: ${others.join(' ')}`)
  } finally {
    await browser.close()
  }
}
