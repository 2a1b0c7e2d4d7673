import {
  addCategory,
  button,
  chosen,
  field,
  fillTool,
  option,
  storedTool,
  unique,
} from '../support/admin-forms.ts'
import { expect, test } from '../support/e2e.ts'

/** Section 2, the tool form: choosing and ordering the categories of a tool. */

test('categories are chosen, ordered and removed by the keyboard alone', async ({ page, signIn, server }) => {
  const stem = unique('Kind')
  const [a, b, c] = [`${stem} A`, `${stem} B`, `${stem} C`]
  for (const name of [a, b, c]) await addCategory(server, name)
  await signIn({ admin: true })
  await page.goto('/admin/tools/new')
  const slug = await fillTool(page)
  await field(page, 'Categories').focus()
  await page.keyboard.type(stem.toLowerCase())
  await expect(page.getByRole('option')).toHaveText([a, b, c])
  const list = page.getByRole('listbox')
  expect(await list.evaluate((element) => getComputedStyle(element).maxHeight)).toBe('300px')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(option(page, c)).toHaveAttribute('aria-selected', 'true')
  expect(await chosen(page)).toEqual([a, b, c])
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(page.getByRole('listitem').filter({ hasText: a })).toContainText('Primary')

  await button(page, `Move ${c} up`).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${c} is number 2 of 3`)).toBeAttached()
  await expect(button(page, `Move ${c} up`)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${c} is number 1 of 3, the primary one`)).toBeAttached()
  await expect(button(page, `Move ${c} up`)).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await chosen(page), 'already first').toEqual([c, a, b])
  await button(page, `Move ${c} down`).focus()
  await page.keyboard.press('Space')
  await button(page, `Remove ${b}`).focus()
  await page.keyboard.press('Enter')
  await expect(button(page, `Remove ${c}`)).toBeFocused()
  expect(await chosen(page)).toEqual([a, c])
  await field(page, 'Name').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Tool created successfully')).toBeVisible()
  expect(await storedTool(server, slug)).toMatchObject({ primary: a, categories: [a, c] })
})
