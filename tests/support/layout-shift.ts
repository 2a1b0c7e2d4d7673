import { createServer } from 'node:http'
import { expect, type Page } from 'playwright/test'
import { freePort } from './free-port.ts'

/** Longer than a browser excuses what moves for a press. */
const LATE_MS = 600

/** Has what matches come late. */
export async function delay(page: Page, address: string): Promise<void> {
  await page.route(address, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, LATE_MS))
    // The page may have gone on meanwhile.
    await route.continue().catch(() => undefined)
  })
}

/** Notes on every page opened from now on what moves without having been pressed, with what it was. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moved: string[] = []
    Reflect.set(window, 'moved', moved)
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
      new Promise<void>((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))),
      ),
  )
  expect(await page.evaluate((): unknown => Reflect.get(window, 'moved'))).toEqual([])
}

/** The site at another address, whose pages stop for a while after `part` and then go on. */
export async function serveInPieces(site: string, part: string) {
  let pieces = 0
  const server = createServer(async (request, response) => {
    const answer = await fetch(site + request.url)
    const type = answer.headers.get('content-type') ?? ''
    const body = Buffer.from(await answer.arrayBuffer())
    response.writeHead(answer.status, { 'content-type': type })
    const found = type.startsWith('text/html') ? body.indexOf(part) : -1
    if (found < 0) return response.end(body)
    pieces++
    const end = found + part.length
    response.write(body.subarray(0, end))
    setTimeout(() => response.end(body.subarray(end)), LATE_MS)
  })
  const port = await freePort()
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return { url: `http://127.0.0.1:${port}`, pieces: () => pieces, close: () => server.close() }
}
