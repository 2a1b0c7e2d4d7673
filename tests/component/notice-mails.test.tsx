import { beforeEach, expect, test } from 'vitest'
import { answer, breakCalls, open, PERSON_ID, restore, signIn } from '../support/render-site.tsx'

/** The choice of notices by mail in the profile, and the page that ends them without signing in. */

const DAY = '2026-01-01T00:00:00Z'
const WISHES = { reports: 'daily' }

beforeEach(() => {
  answer('rpc/list_my_notices', () => [])
  answer('rpc/get_my_standing', () => [{ role: null, unread: 0 }])
  answer('rpc/get_my_notice_mails', () => WISHES)
})

test('a choice is saved at once, and stays as it was when that fails', async () => {
  signIn()
  answer('profiles', () => ({
    id: PERSON_ID,
    full_name: 'A',
    username: 'a',
    created_at: DAY,
    updated_at: DAY,
  }))
  const saved: unknown[] = []
  answer('rpc/save_my_notice_mails', (wishes) => {
    saved.push(wishes)
    return null
  })
  const { page, user } = open('/profile?tab=notices')
  const recommendations = await page.findByLabelText('Your recommendations and appeals')
  const shown = (label: string) => page.getByLabelText(label)
  expect(shown('Your reports')).toHaveProperty('value', 'daily')
  await user.selectOptions(recommendations, 'At once')
  await page.findByText('Your choice was saved')
  expect(saved).toEqual([{ wishes: { ...WISHES, recommendations: 'now' } }])
  expect(page.queryByLabelText('What waits for your decision')).toBeNull()
  breakCalls('rpc/save_my_notice_mails', 500)
  await user.selectOptions(page.getByLabelText('Your reports'), 'No emails')
  await page.findByText('Your choice could not be saved. Please try again.')
  expect(shown('Your reports')).toHaveProperty('value', 'daily')
  expect(shown('Your recommendations and appeals')).toHaveProperty('value', 'now')
})

test('the link of a mail ends them after one click, and says when it could not', async () => {
  const asked: unknown[] = []
  breakCalls('/auth/v1/unsubscribe', 503)
  const { page, user } = open('/unsubscribe?member=m&token=t')
  await user.click(await page.findByRole('button', { name: 'Stop these emails' }))
  await page.findByText('The emails could not be stopped. Please try again.')
  restore('/auth/v1/unsubscribe')
  breakCalls('/auth/v1/unsubscribe', 403)
  await user.click(page.getByRole('button', { name: 'Stop these emails' }))
  await page.findByText(/^This link is not valid\./)
  restore('/auth/v1/unsubscribe')
  answer('/auth/v1/unsubscribe', (link) => {
    asked.push(link)
    return {}
  })
  await user.click(page.getByRole('button', { name: 'Stop these emails' }))
  await page.findByRole('heading', { name: 'You get no more emails about notices' })
  expect(asked).toEqual([{ member: 'm', token: 't' }])
})

test('without the link of a mail the page says so, and has no button that can only fail', async () => {
  const { page } = open('/unsubscribe')
  await page.findByText(/^This link is not valid\./)
  expect(page.queryByRole('button', { name: 'Stop these emails' })).toBeNull()
})
