import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

/** What colours decide; everything else is the same in both looks. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * Fails on what keeps people out: every serious or critical finding of axe on the page as it is now, in its light look, and
 * those of colours in its dark one too.
 */
export async function expectNoBarrier(page: Page, what: string): Promise<void> {
  // Whatever comes while the page is looked at is there at once.
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  const found = await findBarriers(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const inDark = await findBarriers(page, RULES_OF_COLOURS)
  await page.emulateMedia({ reducedMotion: null, colorScheme: 'light' })
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
  // Of each rule only what is wrong, and without a second page: no frame of another origin is to be put together with.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
