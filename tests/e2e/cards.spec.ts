import { expect, settled, test } from '../support/e2e.ts'

/** The card of a tool: its links and texts, and the placeholder for a missing logo, there and elsewhere. */

test('a card links to its tool, its badge to the category, its upvote control to neither', async ({
  page,
}) => {
  await page.goto('/categories/coding')
  await settled(page)
  const card = page.locator('article').filter({ hasText: 'GitHub Copilot' })
  await card.getByRole('button', { name: 'Upvote GitHub Copilot, 0 upvotes' }).click()
  await expect(page.getByRole('dialog', { name: 'Authentication Required' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/categories\/coding$/)
  await page.goto('/?categories=coding')
  await card.getByRole('link', { name: 'Coding' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Coding' })).toBeVisible()
  // Anywhere on the card: here on its text.
  await card.locator('p').click({ force: true })
  await expect(page).toHaveURL(/\/tools\/github-copilot$/)
})

test('a card in a list of one category shows that category, and a featured mark beside its name', async ({
  page,
  server,
}) => {
  // Whisper's primary category is another.
  await server.sql`update public.tools set featured = true where slug = 'whisper'`
  for (const address of ['/categories/translation', '/?categories=translation']) {
    await page.goto(address)
    const card = page.getByRole('article').filter({ hasText: 'Whisper' })
    await expect(card.getByRole('link')).toHaveText(['Whisper', 'Translation'])
    await expect(card.getByText('Featured')).toHaveCount(1)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  const heights = async (slug: string) =>
    page
      .locator(`article:has(a[href="/tools/${slug}"])`)
      .evaluate((card) => card.querySelector('h2')?.parentElement?.offsetHeight)
  expect(await heights('whisper'), 'the mark takes no line of its own').toBe(await heights('deepl'))
  await server.sql`update public.tools set featured = false where slug = 'whisper'`
})

test('a missing logo is the same everywhere: an initial on a weave of the name', async ({ page }) => {
  const looks: (string | null)[][] = []
  for (const [address, name] of [
    ['/categories/translation', 'AI'],
    ['/tools/whisper', 'No Logo'],
    ['/tools/otter-ai', ''],
  ] as const) {
    await page.goto(address)
    const box = page.locator('.logo-box').filter({ hasText: /^W(No Logo|AI)?$/ })
    await expect(box).toHaveCount(1)
    await expect(box).toHaveText(`W${name}`)
    looks.push(
      await box
        .locator('[aria-hidden]')
        .evaluate((initials) => [initials.textContent, getComputedStyle(initials).backgroundImage]),
    )
  }
  expect(new Set(looks.map(String)).size).toBe(1)
})

for (const width of [390, 1280])
  test(`the parts of a card do not overlap, also below the first day, ${width} pixels wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/')
    await settled(page)
    await expect(page.locator('.day')).toHaveCount(1)
    const overlaps = await page.locator('.tool-card').evaluateAll((cards) =>
      cards.flatMap((card) => {
        const parts = [
          ...card.querySelectorAll('.day, .logo-box, h2, .save-button, .upvote-box, .compare-button'),
        ]
        const boxes = parts.map((part) => part.getBoundingClientRect())
        return boxes.flatMap((a, one) =>
          boxes
            .slice(one + 1)
            .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
            .map(() => `${card.querySelector('h2')?.textContent}: ${parts[one]?.className}`),
        )
      }),
    )
    expect(overlaps).toEqual([])
  })
