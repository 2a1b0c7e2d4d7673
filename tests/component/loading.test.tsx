import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, hold, open, signIn, signInAsAdministrator } from '../support/render-site.tsx'

/** What is loading is announced, also where one box stands for it. */

test.each([
  ['the last backup', '/admin/backup', 'Backup', 'rpc/get_first_steps', signInAsAdministrator],
  ['the own lists', '/profile?tab=saved', 'Your lists', 'rpc/list_my_lists', signIn],
])('%s', async (_what, path, heading, call, signInAs) => {
  signInAs()
  answer('rpc/list_my_saved', () => [])
  hold(call)
  const title = await open(path).page.findByRole('heading', { name: heading })
  const part = within(title.parentElement ?? document.body)
  expect(part.getByRole('status').textContent).toBe('Loading...')
})
