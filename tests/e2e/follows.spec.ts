import { addTool } from '../contract/rows.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, settled, test } from '../support/e2e.ts'

test('a member follows a category, is told what is new, and stops, by keyboard', async ({
  page,
  server,
  signIn,
}) => {
  const person = await signIn()
  await page.goto('/categories/music')
  await page.getByRole('button', { name: 'Follow: Music' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Following: Music' })).toHaveAttribute('aria-pressed', 'true')
  await expectNoBarrier(page, 'a followed category')
  await settled(page)

  const { sql } = server
  const [music] = await sql<{ id: string }[]>`select id from public.categories where slug = 'music'`
  const { id } = await addTool(sql, { name: 'Brand new' })
  await sql`insert into public.tool_categories (tool_id, category_id) values (${id}, ${music?.id ?? ''})`
  await sql`select private.tell_follows(1000, now() + interval '1 second')`
  await page.goto('/profile?tab=notices')
  const notice = page.getByRole('listitem').filter({ hasText: 'There is something new in what you follow.' })
  await expect(notice.getByRole('heading', { name: 'Music' })).toBeVisible()
  const followed = page.getByRole('list', { name: 'You follow' })
  await expect(followed.getByRole('link', { name: 'Music' })).toBeVisible()
  await expectNoBarrier(page, 'notices and what is followed')
  await notice.getByRole('link', { name: 'Music: 1 new' }).press('Enter')
  await expect(page).toHaveURL('/categories/music')
  await expect(page.getByRole('link', { name: 'Brand new' })).toBeVisible()

  await page.goto('/profile?tab=notices')
  await page.getByRole('button', { name: 'Unfollow Music' }).press('Enter')
  await expect(followed).toBeHidden()
  expect((await person.client.rpc('list_my_follows')).data).toEqual([])
})
