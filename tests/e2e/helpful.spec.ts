import { member, recommend } from '../support/actors.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, settled, test } from '../support/e2e.ts'

/** Who says so, and what helped others, by keyboard alone. */

test('a member says who they are, marks what helped, and reads that first', async ({
  page,
  signIn,
  server,
}) => {
  const [ann, ben] = [await member(server), await member(server)]
  await recommend(server, ann, 'whisper', 'Hears mumbling.')
  await recommend(server, ben, 'whisper', 'Hears shouting.')
  const person = await signIn()
  await page.goto('/tools/whisper')
  await settled(page)
  const upvote = page.getByRole('button', { name: /^Upvote \d/ })
  await upvote.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Why do you recommend this tool?' })
  await expect(dialog.getByRole('textbox')).toHaveCount(1)
  await page.keyboard.type('Hears me.')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'About you (optional)' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('textbox', { name: 'Your role' })).toBeFocused()
  await page.keyboard.type('x'.repeat(41))
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Role must be 40 characters or less')
  await expectNoBarrier(page, 'about you')
  await dialog.getByRole('textbox', { name: 'Your role' }).fill('Night nurse')
  await dialog.getByRole('combobox', { name: 'Used for' }).selectOption('More than a year')
  await page.keyboard.press('Escape')
  await expect(upvote).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('textbox', { name: 'Your role' }), 'kept').toHaveValue('Night nurse')
  await dialog.getByRole('button', { name: 'Submit' }).press('Enter')
  const figures = page.getByRole('region', { name: 'User Recommendations' }).getByRole('figure')
  const figure = (text: string) => figures.filter({ hasText: text })
  await expect(figure('Hears me.')).toContainText(`@${person.username}·Night nurse·used for more than a year`)
  await expect(figure('Hears me.').getByRole('button', { name: 'Helpful' }), 'not one’s own').toHaveCount(0)

  const button = figure('Hears mumbling.').getByRole('button', { name: 'Helpful' })
  await button.press('Enter')
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expect(button).toHaveText('Helpful1')
  await expect(button).toBeFocused()
  await settled(page)
  await page.reload()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expect(figures).toHaveText([/Hears me/, /Hears shouting/, /Hears mumbling/])
  const order = page.getByRole('navigation', { name: 'Order of the recommendations' })
  await order.getByRole('link', { name: 'Most helpful' }).press('Enter')
  await expect(page).toHaveURL('/tools/whisper?sort=helpful')
  await expect(figures).toHaveText([/Hears mumbling/, /Hears me/, /Hears shouting/])
  await expect(order.getByRole('link', { name: 'Most helpful' })).toHaveAttribute('aria-current', 'page')
  await expectNoBarrier(page, 'most helpful first')
  await button.press('Enter')
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await expect(button).toHaveText('Helpful')
  await expect(figures.first(), 'nothing moves by itself').toContainText('Hears mumbling')
})

test('what readers chose stands on home, and leads to the tool', async ({ page, server }) => {
  const { sql } = server
  const ann = await member(server)
  await recommend(server, ann, 'whisper', 'Chosen by readers.')
  await sql`update public.tool_upvotes set weight = 1 where user_id = ${ann.id}`
  for (const reader of [await member(server), await member(server)]) {
    await sql`update public.profiles set created_at = now() - interval '8 days' where id = ${reader.id}`
    await sql`
      insert into private.helpful_marks (upvote_id, member_id)
      select id, ${reader.id} from public.tool_upvotes where user_id = ${ann.id}`
  }
  await sql`select private.choose_recommendations()`
  await page.goto('/categories')
  await settled(page)
  await page.getByRole('banner').getByRole('link', { name: 'Plaudit' }).click()
  const week = page.getByRole('region', { name: 'Recommendation of the week' })
  await expect(week.getByRole('figure')).toContainText('Chosen by readers.')
  await page.reload()
  await settled(page)
  await expectNoBarrier(page, 'with the recommendation of the week')
  await week.getByRole('link', { name: 'Whisper' }).press('Enter')
  await expect(page).toHaveURL(/\/tools\/whisper$/)
  // What is that of the week is not shown for a category too, and the starter's categories are small.
  await sql`update public.tool_upvotes set helpful_count = 0 where user_id = ${ann.id}`
  await sql`update public.categories c set tool_count = 10 from public.tools t where c.id = t.category_id and t.slug = 'whisper'`
  await sql`select private.choose_recommendations()`
  // The page was opened before and is in memory.
  await expect
    .poll(async () => (await page.request.get('/categories')).text())
    .toContain('Chosen by readers.')
  await page.goto('/categories')
  await settled(page)
  await expectNoBarrier(page, 'with a reason of a category')
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Chosen by readers.' })
  await card.getByText('10 tools').click()
  await expect(page).toHaveURL(/\/categories\/transcription/)
  await page.goBack()
  await card.click()
  await expect(page).toHaveURL(/\/categories\/transcription/)
  await sql`delete from public.tool_upvotes where user_id = ${ann.id}`
})
