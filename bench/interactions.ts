import { chromium, type Locator, type Page } from 'playwright'
import { findBrowser } from '../tests/support/find-browser.ts'

/** As on a slow phone. */
const SLOWDOWN = 4

/** Timing of a quick person: hovering before a press, duration of a press, and pause between two keys. */
const RESTING_MS = 150
const PRESSING_MS = 60
const BETWEEN_KEYS_MS = 80

/** Each interaction starts on an idle page; its result is visible before the next one. */
const INTERACTIONS: [name: string, page: string, act: (page: Page) => Promise<void>][] = [
  [
    'open the filter',
    '/',
    async (page) => {
      await press(page, page.getByRole('button', { name: 'Filter by category' }))
      await page.getByRole('checkbox', { name: /^Coding/ }).waitFor()
    },
  ],
  [
    'choose a category',
    '/',
    async (page) => {
      await press(page, page.getByRole('button', { name: 'Filter by category' }))
      await press(page, page.getByRole('checkbox', { name: /^Coding/ }))
      await page.waitForURL('**/?categories=coding')
    },
  ],
  [
    'load more',
    '/',
    async (page) => {
      const button = page.getByRole('button', { name: 'Load More' })
      await press(page, button.or(page.getByRole('link', { name: 'Load More' })))
      await page.getByRole('article').nth(20).waitFor()
    },
  ],
  [
    'search',
    '/',
    async (page) => {
      await press(page, page.getByRole('button', { name: /^Search/ }))
      await page
        .getByRole('dialog')
        .getByRole('combobox')
        .pressSequentially('code', { delay: BETWEEN_KEYS_MS })
      await page.getByRole('option').first().waitFor()
    },
  ],
  [
    'upvote as a visitor',
    '/',
    async (page) => {
      await press(page, page.getByRole('button', { name: /^Upvote / }).first())
      await page.getByRole('dialog').waitFor()
    },
  ],
  [
    'open a tool',
    '/',
    async (page) => {
      await press(page, page.getByRole('article').getByRole('heading').first().getByRole('link'))
      await page.waitForURL('**/tools/*')
    },
  ],
  [
    'change the theme',
    '/',
    async (page) => {
      await press(page, page.getByRole('radio', { name: 'Dark theme' }).last())
    },
  ],
]

/** A plain mouse press: Playwright's own click first queries the page, which would be measured too. */
async function press(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error(`${target} is not there to be pressed`)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.waitForTimeout(RESTING_MS)
  await page.mouse.click(x, y, { delay: PRESSING_MS })
}

/**
 * The time from a press to the next paint (Event Timing, like INP), with the processor slowed four times. The longest
 * of each interaction.
 */
export async function measureInteractions(url: string, print: (line: string) => void): Promise<void> {
  const browser = await chromium.launch({
    executablePath: findBrowser({ whole: true }),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    for (const [name, address, act] of INTERACTIONS) {
      const page = await browser.newPage()
      const client = await page.context().newCDPSession(page)
      await page.goto(url + address, { waitUntil: 'networkidle' })
      await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
      await page.evaluate(() => {
        const longest = { ms: 0, what: '' }
        const pressed = { type: 'event', durationThreshold: 16 }
        Reflect.set(window, 'longest', longest)
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            // Presses and keys; mere pointer movement is no interaction.
            const isInteraction = entry instanceof PerformanceEventTiming && entry.interactionId > 0
            if (isInteraction && entry.duration > longest.ms)
              Object.assign(longest, { ms: entry.duration, what: entry.name })
          }
        }).observe(pressed)
      })
      await act(page)
      // The observer is called after the paint.
      await page.waitForTimeout(500)
      const { ms, what } = await page.evaluate(() => Reflect.get(window, 'longest'))
      print(`interaction, ${SLOWDOWN} times slower: ${name.padEnd(22)} ${ms} ms ${what}`)
      await page.close()
    }
  } finally {
    await browser.close()
  }
}
