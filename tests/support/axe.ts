import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import { expect, type Page } from 'playwright/test'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/** Minified, and injected once per page: Playwright's package injects it twice, which takes as long as the check. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules that depend on colours; all others are the same in both themes. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * Fails on every serious or critical finding of axe on the current page, in the light theme, and on those of colours in
 * the dark theme too.
 */
export async function expectNoBarrier(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  const found = await findBarriers(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const inDark = await findBarriers(page, RULES_OF_COLOURS)
  await page.emulateMedia({ colorScheme: 'light' })
  expect([...found, ...inDark.map((finding) => `in dark, ${finding}`)], what).toEqual([])
}

async function findBarriers(page: Page, rules?: string[]): Promise<string[]> {
  // Elements that fade in have their final colours only afterwards.
  // A cancelled animation, whose element is gone, counts as finished.
  // Until a frame without animations: new elements may start one a moment later.
  await page.evaluate(async () => {
    do {
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    } while (document.getAnimations().some(({ playState }) => playState === 'running'))
  })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(async (only) => {
    const answer = await window.axe?.run({
      // Only violations; nothing is downloaded.
      resultTypes: ['violations'],
      preload: false,
      ...(only && { runOnly: only }),
    })
    if (!answer) throw new Error('axe is not in the page')
    return answer.violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  }, rules)
}
