import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

/** Fails on what keeps people out: every serious or critical finding of axe on the page as it is now. */
export async function expectNoBarrier(page: Page, what: string): Promise<void> {
  // Whatever comes while the page is looked at is there at once.
  await page.emulateMedia({ reducedMotion: 'reduce' })
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
  const { violations } = await axe.analyze()
  await page.emulateMedia({ reducedMotion: null })
  const found = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(
    found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
    what,
  ).toEqual([])
}
