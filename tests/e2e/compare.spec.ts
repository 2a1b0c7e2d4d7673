import { member, recommend } from '../support/actors.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, settled, test } from '../support/e2e.ts'

/** Collecting, comparing and removing tools; with the keyboard, at both sizes. */

test('tools are collected from a list and compared side by side', async ({ page, server }) => {
  const writer = await member(server, { username: 'listener' })
  await recommend(server, writer, 'whisper', 'It understands my accent.')
  await page.goto('/categories/translation')
  await settled(page)
  const tray = page.getByRole('complementary', { name: 'Tools to compare' })
  const collect = page.getByRole('checkbox', { name: 'Compare Whisper' })
  await collect.focus()
  await page.keyboard.press('Space')
  await expect(collect).toHaveAttribute('aria-checked', 'true')
  await expect(tray.getByRole('status')).toHaveText('Whisper added. 1 of 4 tools to compare')
  await page.goto('/alternatives/whisper')
  await expect(tray.getByRole('listitem')).toHaveText(['Whisper'])
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Alternatives to Whisper')
  await page.getByRole('checkbox', { name: 'Compare DeepL' }).click()
  await expectNoBarrier(page, 'alternatives with a tray')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  // At the end of the page it covers nothing: it is below the footer.
  const [end, begin] = [await page.getByRole('contentinfo').boundingBox(), await tray.boundingBox()]
  expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual((begin?.y ?? 0) + 1)

  await tray.getByRole('link', { name: 'Compare' }).click()
  await expect(page).toHaveURL(/\/compare\?tools=whisper,deepl$/)
  await expect(page.getByRole('columnheader')).toHaveCount(2)
  await expect(page.getByRole('row', { name: /Reasons/ })).toContainText('@listener')
  await expect(tray.getByRole('listitem')).toHaveCount(0)
  await expectNoBarrier(page, 'comparison on a telephone')
  const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(await isWide()).toBe(false)

  await page.getByRole('searchbox', { name: 'Add a tool' }).fill('elevenlabs')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Add ElevenLabs' }).press('Enter')
  await expect(page).toHaveURL(/\/compare\?tools=whisper,deepl,elevenlabs$/)
  await expect(page.getByRole('columnheader')).toHaveCount(3)
  await expect(page.getByRole('main'), 'the link is gone').toBeFocused()
  expect(await isWide(), 'the table is scrolled, not the page').toBe(false)
  await page.setViewportSize({ width: 1280, height: 900 })
  await expectNoBarrier(page, 'comparison')
  await page.getByRole('link', { name: 'Remove DeepL' }).press('Enter')
  await expect(page).toHaveURL(/\/compare\?tools=whisper,elevenlabs$/)
  await expect(page.getByRole('main'), 'the link is gone').toBeFocused()
  await page.goto('/tools/whisper')
  await expect(tray.getByRole('listitem'), 'taken out of the tray too').toHaveText(['Whisper'])
  await expect(page.getByRole('checkbox', { name: 'Compare Whisper' })).toHaveAttribute(
    'aria-checked',
    'true',
  )
})
