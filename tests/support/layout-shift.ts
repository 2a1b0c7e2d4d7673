import { createServer } from 'node:http'
import { expect, type Page } from 'playwright/test'
import { freePort } from './free-port.ts'

/** Browsers attribute shifts within this time to a press. */
const EXCUSED_MS = 500

/**
 * Delays matching requests until the page has been painted without them, and shifts count again after a press.
 * `whileHeld` holds those whose address contains `part` until `check` has seen what the press shows meanwhile.
 */
export async function delay(page: Page, address: string) {
  let held: { part: string; until: Promise<void> } | undefined
  await page.route(address, async (route) => {
    // The page may have navigated meanwhile.
    await untilDrawn(page, EXCUSED_MS).catch(() => undefined)
    if (held && route.request().url().includes(held.part)) await held.until
    await route.continue().catch(() => undefined)
  })
  return {
    async whileHeld(part: string, press: () => Promise<void>, check: () => Promise<void>): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = { part, until: promise }
      await expectNothingMoved(page)
      await press()
      await check().finally(resolve)
      // What the press itself moves is excused, however late a busy browser draws it.
      await page.evaluate(() => Reflect.set(window, 'moved', []))
      held = undefined
    },
  }
}

/** Part of the page has been painted, `excusedMs` after the last press. */
export async function untilDrawn(page: Page, excusedMs = 0): Promise<void> {
  await page.waitForFunction((excused) => {
    const isDrawn = performance.getEntriesByName('first-contentful-paint').length > 0
    return isDrawn && performance.now() - Reflect.get(window, 'pressedAt') > excused
  }, excusedMs)
}

/** Records unexpected layout shifts, with their elements, on every page opened from now on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Reflect.set(window, 'moved', [])
    Reflect.set(window, 'pressedAt', Number.NEGATIVE_INFINITY)
    for (const type of ['keydown', 'pointerdown'])
      addEventListener(type, () => Reflect.set(window, 'pressedAt', performance.now()), true)
    const name = (node: unknown) =>
      node instanceof Element ? `${node.tagName} ${node.textContent?.slice(0, 40)}` : 'text'
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // Invisible: a rounding difference on a busy machine.
        if (Reflect.get(entry, 'hadRecentInput') || Reflect.get(entry, 'value') < 0.0001) continue
        const sources: { node?: unknown }[] = Reflect.get(entry, 'sources')
        Reflect.get(window, 'moved').push(
          `${Reflect.get(entry, 'value')}: ${sources.map(({ node }) => name(node)).join(', ')}`,
        )
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Nothing has moved unexpectedly since the page was opened. */
export async function expectNothingMoved(page: Page): Promise<void> {
  // The observer is called after the paint.
  await page.evaluate(
    () =>
      new Promise((done) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => requestIdleCallback(done, { timeout: 1000 })),
        ),
      ),
  )
  expect(await page.evaluate((): unknown => Reflect.get(window, 'moved'))).toEqual([])
}

/** The site at another address, whose pages stop after `part` until the rest is released. */
export async function serveInPieces(site: string, part: string) {
  const { promise: isLetThrough, resolve: letThrough } = Promise.withResolvers<void>()
  const server = createServer(async (request, response) => {
    const answer = await fetch(site + request.url)
    const type = answer.headers.get('content-type') ?? ''
    const body = Buffer.from(await answer.arrayBuffer())
    response.writeHead(answer.status, { 'content-type': type })
    const found = type.startsWith('text/html') ? body.indexOf(part) : -1
    if (found < 0) return response.end(body)
    const end = found + part.length
    response.write(body.subarray(0, end))
    await isLetThrough
    response.end(body.subarray(end))
  })
  const port = await freePort()
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return { url: `http://127.0.0.1:${port}`, letThrough, close: () => server.close() }
}
