import { proveClaim } from '../contract/claims.ts'
import { first, type Tool } from '../contract/rows.ts'
import { member, recommend } from '../support/actors.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, settled, test } from '../support/e2e.ts'

/** A maker answers a recommendation by keyboard alone; its author is told and reports it, a moderator removes it. */

test('an answer is written, edited, read by everyone, reported, removed with a reason and shown again', async ({
  page,
  signIn,
  server,
}) => {
  const author = await signIn({ username: 'Quiet_Author' })
  await recommend(server, author, 'whisper', 'Hears mumbling.')
  const tool = first(await server.sql<Tool[]>`select * from public.tools where slug = 'whisper'`)
  const maker = await signIn({ username: 'Maker_Of_It' })
  await proveClaim(server.sql, tool, maker)

  await page.goto('/tools/whisper')
  await settled(page)
  const section = page.getByRole('region', { name: 'User Recommendations' })
  const answer = section.getByRole('article', { name: 'Answer of the maker' })
  await section.getByRole('button', { name: 'Answer' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Answer this recommendation' })
  await expect(dialog.getByRole('textbox', { name: 'Answer' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(dialog).toContainText('Please write an answer')
  await expectNoBarrier(page, 'answering')
  await dialog.getByRole('textbox').fill('Whispers come next.')
  await page.keyboard.press('Escape')
  await section.getByRole('button', { name: 'Answer' }).press('Enter')
  await expect(dialog.getByRole('textbox'), 'kept').toHaveValue('Whispers come next.')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByText('Answer saved')).toBeVisible()
  await expect(answer).toContainText('Whispers come next.')
  await expect(answer).toContainText('@Maker_Of_It')
  await expect(section.getByRole('button', { name: 'Answer', exact: true })).toHaveCount(0)
  await answer.getByRole('button', { name: 'Edit' }).press('Enter')
  await page.getByRole('dialog', { name: 'Edit your answer' }).getByRole('textbox').fill('Whispers came.')
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await expect(answer).toContainText('Whispers came.')
  await expect(answer).toContainText('edited')
  await expectNoBarrier(page, 'an answer')

  // Another member reports it, and a moderator removes it and takes that back.
  await signIn()
  await page.goto('/tools/whisper')
  await settled(page)
  await answer.getByRole('button', { name: 'Flag' }).press('Enter')
  const asks = page.getByRole('dialog', { name: 'Flag this answer?' })
  await asks.getByRole('textbox').fill('It is rude.')
  await asks.getByRole('button', { name: 'Submit' }).press('Enter')
  await expect(page.getByText('Content has been flagged for review')).toBeVisible()
  await expect(answer, 'until a moderator decides').toBeVisible()

  await signIn({ role: 'moderator' })
  await page.goto('/admin/flags?tab=alerts')
  const reported = page
    .getByRole('region', { name: 'Reported lists and answers' })
    .getByRole('listitem')
    .first()
  await expect(reported).toContainText('Whispers came.')
  await reported.getByRole('button', { name: 'Add a reason' }).press('Enter')
  await reported.getByRole('button', { name: 'Off topic' }).press('Enter')
  await expectNoBarrier(page, 'a reported answer')
  await reported.getByRole('button', { name: 'Hide: Whisper' }).press('Enter')
  await expect(reported.getByRole('button', { name: 'Undo: Whisper' })).toBeVisible()
  expect(await (await fetch(`${server.url}/tools/whisper`)).text()).not.toContain('Whispers came.')
  expect((await maker.client.rpc('list_my_notices')).data?.[0]).toMatchObject({
    kind: 'answer_hidden',
    reason: 'Off topic',
  })
  await reported.getByRole('button', { name: 'Undo: Whisper' }).press('Enter')
  await expect(reported.getByRole('button', { name: 'Hide: Whisper' })).toBeVisible()
  expect(await (await fetch(`${server.url}/tools/whisper`)).text()).toContain('Whispers came.')
  await page.goto('/admin/audit')
  await expect(page.getByText('removed an answer about').first()).toBeVisible()
})

test('its author is told, and a maker removes it', async ({ page, signIn, server }) => {
  const maker = await member(server)
  const tool = first(await server.sql<Tool[]>`select * from public.tools where slug = 'suno'`)
  await proveClaim(server.sql, tool, maker)
  const author = await signIn()
  const upvote_id = await recommend(server, author, 'suno', 'Sings.')
  await maker.client.rpc('save_answer', { upvote_id, answer: 'Louder now.' })
  await page.goto('/profile?tab=notices')
  const notice = page.getByRole('article').filter({ hasText: 'Its maker answered your recommendation.' })
  await notice.getByRole('link', { name: 'Suno' }).press('Enter')
  await expect(page).toHaveURL(/\/tools\/suno#your-recommendation$/)
  await expect(page.getByRole('article', { name: 'Answer of the maker' })).toContainText('Louder now.')
  await expect(page.getByRole('figure').filter({ hasText: 'Sings.' })).toBeFocused()

  const own = await signIn()
  await proveClaim(server.sql, tool, own)
  await maker.client.rpc('remove_answer', { upvote_id })
  await own.client.rpc('save_answer', { upvote_id, answer: 'Softer now.' })
  await page.goto('/tools/suno')
  await settled(page)
  const answer = page.getByRole('article', { name: 'Answer of the maker' })
  await answer.getByRole('button', { name: 'Edit' }).press('Enter')
  await page.getByRole('button', { name: 'Remove answer' }).press('Enter')
  await expect(page.getByText('Answer removed')).toBeVisible()
  await expect(answer).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Answer', exact: true })).toBeVisible()
})
