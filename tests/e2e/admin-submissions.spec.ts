import type { Page } from 'playwright/test'
import { proposal, sendIn } from '../contract/contributions.ts'
import { member } from '../support/actors.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, expectToFit, settled, test } from '../support/e2e.ts'

/** Editors and administrators decide about what members sent in (decision 180). */

async function open(page: Page, path = '/admin/submissions'): Promise<void> {
  await page.goto(path)
  await settled(page)
}

/** Not the line it becomes when it is decided. */
const row = (page: Page, name: string | RegExp) =>
  page.getByRole('article', { name }).filter({ has: page.getByRole('button', { name: /^Details of/ }) })
const gathered = (page: Page) => page.getByRole('region', { name: 'Decided' })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

test.beforeEach(({ server }) => server.sql`delete from private.contributions`)

test('an editor accepts, edits and accepts, and declines with a reason', async ({ page, signIn, server }) => {
  const ann = await member(server, { username: 'sender_ann' })
  const tool = await server.sql<{ id: string }[]>`select id from public.tools where slug = 'suno'`
  const toolId = tool[0]?.id ?? ''
  await sendIn(ann, { proposed: proposal({ name: 'Alpha Tool' }) })
  await sendIn(ann, { proposed: proposal({ name: 'Beta Tool' }), note: 'I made it.' })
  await sendIn(ann, { kind: 'correction', tool_id: toolId, proposed: { license: 'Custom' } })
  await sendIn(ann, { kind: 'problem', tool_id: toolId, proposed: {}, problem: 'dead_link' })
  await server.sql`update public.tools set license = 'Other' where slug = 'suno'`
  await signIn({ role: 'editor' })
  await open(page)
  await expect(page).toHaveTitle(/^\(4\) Submissions/)
  const change = row(page, /Suno.*Change/)
  await expect(change).toContainText('Changed since it was sent')
  await expect(change).toContainText('Custom')
  await expectNoBarrier(page, 'the queue')

  // It can be pressed, although the row's button covers the row.
  await row(page, 'Alpha Tool').getByRole('link').click({ trial: true })
  await row(page, 'Alpha Tool').getByRole('button', { name: 'Accept' }).press('Enter')
  await expect(gathered(page)).toContainText('Accepted · Alpha Tool by @sender_ann')
  await expect(gathered(page).getByRole('article', { name: /Alpha Tool/ })).toBeFocused()
  await change.getByRole('button', { name: 'Details of Suno' }).click()
  await change.getByRole('button', { name: 'Edit and accept' }).press('Enter')
  await expect(change, 'the button is gone').toBeFocused()
  await row(page, 'Beta Tool').getByRole('button', { name: 'Details of Beta Tool' }).click()
  await row(page, 'Beta Tool').getByRole('button', { name: 'Edit and accept' }).press('Enter')
  await expect(row(page, 'Beta Tool'), 'the button is gone').toBeFocused()
  await field(page, 'Name').fill('Beta, Edited')
  await expectNoBarrier(page, 'the editor')
  await page.getByRole('button', { name: 'Accept these values' }).click()
  await expect(gathered(page)).toContainText('Beta, Edited')
  await change.getByRole('button', { name: 'Could not be verified' }).click()
  await change.getByRole('button', { name: 'Decline' }).click()
  // Its row goes, and those below move: a click begun before that would end beside the button.
  await expect(gathered(page)).toContainText('Suno')
  await row(page, /Suno.*Dead link/)
    .getByRole('button', { name: 'Resolved' })
    .click()
  await expect(page.getByText('Nothing waits.')).toBeVisible()
  await expect(page).toHaveTitle(/^Submissions/)

  const { data } = await ann.client.rpc('list_my_contributions')
  expect(data?.map(({ state, is_changed, reason }) => [state, is_changed, reason]).toSorted()).toEqual([
    ['accepted', false, null],
    ['accepted', false, null],
    ['accepted', true, null],
    ['declined', false, 'Could not be verified'],
  ])
  await open(page, '/tools/beta-edited')
  await expect(page.getByRole('heading', { level: 1, name: 'Beta, Edited' })).toBeVisible()

  // What was decided is listed, and undone from there.
  await open(page, '/admin/submissions?status=declined')
  await row(page, /Suno/).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Decision undone. It waits again.')).toBeVisible()
  await page.getByRole('button', { name: 'Waiting' }).click()
  await expect(row(page, /Suno.*Change/)).toBeVisible()
})

test('several are decided with keys, and undone', async ({ page, signIn, server }) => {
  const ann = await member(server)
  for (const name of ['One', 'Two', 'Three', 'Four']) await sendIn(ann, { proposed: proposal({ name }) })
  await signIn({ admin: true })
  await open(page)
  await page.keyboard.press('j')
  await expect(page.locator('article[data-current]')).toHaveAccessibleName(/One/)
  await page.keyboard.press('r')
  await expect(gathered(page)).toContainText('Declined · One')
  await expect(page.locator('article[data-current]')).toHaveAccessibleName(/Two/)
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('a')
  await expect(page.getByText('2 accepted.')).toBeVisible()
  await expect(row(page, 'Four')).toBeVisible()
  await expect(row(page, 'Three')).toHaveCount(0)
  await page.keyboard.press('u')
  await expect(page.getByText('Decision undone. It waits again.')).toBeVisible()
  await gathered(page).getByText('2 decided').click()
  await gathered(page).getByRole('button', { name: 'Undo all 2' }).click()
  for (const name of ['One', 'Two', 'Three', 'Four']) await expect(row(page, name)).toBeVisible()
  await expectToFit(page, 320, 1280)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Decline')
})
