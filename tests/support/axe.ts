import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import { expect, type Page } from 'playwright/test'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/** Small, and put into a page once: what the package for Playwright puts there twice costs as long as the looking. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What colours decide; everything else is the same in both looks. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * Fails on what keeps people out: every serious or critical finding of axe on the page as it is now, in its light look, and
 * those of colours in its dark one too.
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
  // What fades in has the colours it is meant to have only once it is there.
  // One that was cancelled, its element being gone, is over too.
  // Until a frame comes in which nothing moves: what has just been put there may begin a moment later.
  await page.evaluate(async () => {
    do {
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    } while (document.getAnimations().some(({ playState }) => playState === 'running'))
  })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(async (only) => {
    const answer = await window.axe?.run({
      // Of each rule only what is wrong; nothing is fetched for it.
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
