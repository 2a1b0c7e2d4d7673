import { createServer } from 'node:http'
import { expect, type Page } from 'playwright/test'
import { freePort } from './free-port.ts'

/** So long a browser excuses what moves after a press. */
const EXCUSED_MS = 500

/** Has what matches come late: once the page has been drawn without it, and what moves is no longer excused by a press. */
export async function delay(page: Page, address: string): Promise<void> {
  await page.route(address, async (route) => {
    // The page may have gone on meanwhile.
    await untilDrawn(page, EXCUSED_MS).catch(() => undefined)
    await route.continue().catch(() => undefined)
  })
}

/** Something of the page has been drawn, `excusedMs` after the last press. */
export async function untilDrawn(page: Page, excusedMs = 0): Promise<void> {
  await page.waitForFunction((excused) => {
    const isDrawn = performance.getEntriesByName('first-contentful-paint').length > 0
    return isDrawn && performance.now() - Reflect.get(window, 'pressedAt') > excused
  }, excusedMs)
}

/** Notes on every page opened from now on what moves without having been pressed, with what it was. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moved: string[] = []
    Reflect.set(window, 'moved', moved)
    Reflect.set(window, 'pressedAt', Number.NEGATIVE_INFINITY)
    for (const type of ['keydown', 'pointerdown'])
      addEventListener(type, () => Reflect.set(window, 'pressedAt', performance.now()), true)
    const name = (node: unknown) =>
      node instanceof Element ? `${node.tagName} ${node.textContent?.slice(0, 40)}` : 'text'
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // Less than anybody sees: a number rounded otherwise on a busy machine.
        if (Reflect.get(entry, 'hadRecentInput') || Reflect.get(entry, 'value') < 0.0001) continue
        const sources: { node?: unknown }[] = Reflect.get(entry, 'sources')
        moved.push(`${Reflect.get(entry, 'value')}: ${sources.map(({ node }) => name(node)).join(', ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Nothing has moved by itself since the page was opened. */
export async function expectNothingMoved(page: Page): Promise<void> {
  // The observer hears of a picture after it has been drawn.
  await page.evaluate(
    () =>
      new Promise((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(done))),
      ),
  )
  expect(await page.evaluate((): unknown => Reflect.get(window, 'moved'))).toEqual([])
}

/** The site at another address, whose pages stop after `part` until the rest is let through. */
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
