import { flagged, marker, open } from '../support/admin-flags.ts'
import { expect, test, WIDTHS } from '../support/e2e.ts'

/** What belongs together stands together, and is whole, at every width. */

test('the author of a reported recommendation is named in full beside a long name of a tool', async ({
  page,
  signIn,
  server,
}) => {
  const mark = marker()
  const { writer } = await flagged(server, mark)
  await signIn({ admin: true })
  await open(page, mark)
  const author = page.getByRole('button', { name: writer, exact: true })
  await expect(author).toBeVisible()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    const cut = await author.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect(cut, `${width} px`).toBeLessThanOrEqual(0)
  }
})
