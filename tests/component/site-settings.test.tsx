import { waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { nearestAccent } from '#shared/accent.ts'
import { fill } from '../support/forms.ts'
import {
  answer,
  breakCalls,
  open,
  restore,
  SETTINGS,
  signInAsAdministrator,
} from '../support/render-site.tsx'

/** The settings form: errors, failures that keep typed text, another administrator's version, history. */

const PAGE = '/admin/site'
const STORED = { ...SETTINGS, version: 4, name: 'Shared', tagline: 'As it was.' }

let saved: Record<string, unknown>[]
beforeEach(() => {
  saved = []
  signInAsAdministrator()
  answer('rpc/get_site_settings', () => STORED)
  answer('rpc/list_site_versions', () => [])
  answer('rpc/save_site_settings', (call) => {
    saved.push(call)
    return 5
  })
})

async function openForm() {
  const site = open(PAGE)
  await site.page.findByLabelText('Tagline')
  const publish = () => site.user.click(site.page.getByRole('button', { name: 'Publish' }))
  return { ...site, publish }
}

test('values equal to the defaults are saved as null', async () => {
  const { page, user, publish } = await openForm()
  await fill(user, page.getByLabelText('Name'), '  Mine ')
  await fill(user, page.getByLabelText('Tagline'), '')
  await publish()
  await page.findByText('Published. Visitors see it from now on.')
  expect(saved).toMatchObject([
    {
      expected_version: 4,
      settings: {
        name: 'Mine',
        tagline: null,
        social_links: null,
        footer_links: null,
        accent_light: null,
        terms: null,
      },
    },
  ])
})

test('how strict votes and reports are weighed is chosen, and a number that cannot be is refused', async () => {
  const { page, user, publish } = await openForm()
  await user.click(page.getByRole('radio', { name: /^Strict/ }))
  const reports = page.getByLabelText('Reports that hide a recommendation')
  await fill(user, reports, '11')
  await publish()
  await page.findByText('Must be a whole number from 1 to 10')
  await fill(user, reports, '2')
  await publish()
  await page.findByText('Published. Visitors see it from now on.')
  expect(saved).toMatchObject([{ settings: { vote_weights: 'strict', reports_to_hide: 2 } }])
})

test('each mistake is said at its field, and nothing is saved', async () => {
  const { page, user, publish } = await openForm()
  await fill(user, page.getByLabelText('Name'), 'x'.repeat(41))
  await fill(user, page.getByLabelText('Contact'), 'nobody')
  await fill(user, page.getByLabelText('Social links, link 2: Address'), 'x.com')
  await fill(user, page.getByLabelText('Accent in the light theme'), '#12')
  await publish()
  const name = page.getByLabelText('Name')
  await waitFor(() => expect(document.activeElement).toBe(name))
  const noteOf = (label: string) =>
    document.getElementById(page.getByLabelText(label).getAttribute('aria-describedby') ?? '')?.textContent
  expect(noteOf('Name')).toBe('Name must be 40 characters or less')
  expect(noteOf('Contact')).toContain('Must be an email address')
  expect(noteOf('Social links, link 2: Address')).toContain('http://')
  expect(noteOf('Accent in the light theme')).toBe('A colour is written as #1a2b3c')
  expect(saved).toEqual([])
})

test('an unreadable accent is refused with the nearest that passes; the dark one follows', async () => {
  const { page, user, publish } = await openForm()
  const [light, dark] = ['light', 'dark'].map((theme) =>
    page.getByLabelText<HTMLInputElement>(`Accent in the ${theme} theme`),
  )
  if (!light || !dark) throw new Error('fields are missing')
  await fill(user, light, '#ffb300')
  await page.findByText(/^Contrast 1\.\d+:1, and 4\.5:1 is needed/)
  expect(dark.value, 'can be read as it is').toBe('#ffb300')
  await publish()
  expect(saved).toEqual([])
  const nearest = nearestAccent('#ffb300', 'light')
  await user.click(page.getByRole('button', { name: `Use ${nearest}` }))
  await publish()
  await waitFor(() => expect(saved).toMatchObject([{ settings: { accent_light: nearest } }]))
})

test('a failure keeps what was typed', async () => {
  const { page, user, publish } = await openForm()
  await fill(user, page.getByLabelText('Tagline'), 'Typed once')
  breakCalls('rpc/save_site_settings', null)
  await publish()
  await page.findByText('The settings were not published. Please try again.')
  breakCalls('rpc/save_site_settings', 400, { code: '23514', message: 'Tagline is refused' })
  await publish()
  await page.findByText('The settings were not published: Tagline is refused')
  expect(page.getByLabelText<HTMLInputElement>('Tagline').value).toBe('Typed once')
  restore('rpc/save_site_settings')
  await publish()
  await page.findByText('Published. Visitors see it from now on.')
  expect(saved).toMatchObject([{ settings: { tagline: 'Typed once' } }])
})

test('two administrators do not overwrite each other', async () => {
  const { page, user, publish } = await openForm()
  await fill(user, page.getByLabelText('Name'), 'Mine')
  breakCalls('rpc/save_site_settings', 409, { code: 'PT409', message: 'changed' })
  answer('rpc/get_site_settings', () => ({ ...STORED, version: 5, name: 'Theirs', tagline: 'By the other.' }))
  await publish()
  const question = await page.findByRole('dialog', { name: /^Someone else saved/ })
  const chosen = (label: string) =>
    within(within(question).getByRole('group', { name: label }))
      .getAllByRole<HTMLInputElement>('radio')
      .map(({ checked }) => checked)
  expect(chosen('Name'), 'mine').toEqual([false, true])
  expect(chosen('Tagline'), 'left alone here').toEqual([true, false])
  await user.click(within(question).getByRole('button', { name: 'Continue with these' }))
  expect(page.getByLabelText<HTMLInputElement>('Tagline').value).toBe('By the other.')
  restore('rpc/save_site_settings')
  await publish()
  await waitFor(() =>
    expect(saved).toMatchObject([
      { expected_version: 5, settings: { name: 'Mine', tagline: 'By the other.' } },
    ]),
  )
})

test('restoring a version first warns about unsaved changes', async () => {
  const version = (number: number, name: string) => ({
    version: number,
    created_at: '2026-11-20T10:00:00Z',
    created_by: null,
    author: null,
    changed: ['name'],
    before: { name: null },
    after: { name },
  })
  answer('rpc/list_site_versions', () => [version(4, 'Shared'), version(3, 'Before')])
  const restored: unknown[] = []
  answer('rpc/restore_site_settings', ({ old_version }) => {
    restored.push(old_version)
    return 5
  })
  const { page, user } = await openForm()
  const history = within(await page.findByRole('region', { name: 'History' }))
  await history.findByText('Published now')
  expect(history.getByText('Version 3')).toBeTruthy()
  // The last one listed too, whose predecessor is not loaded.
  expect(history.getByText('Before')).toBeTruthy()
  await fill(user, page.getByLabelText('Name'), 'Typed')
  await user.click(history.getByRole('button', { name: 'Restore version 3' }))
  const question = within(await page.findByRole('dialog', { name: 'Restore version 3?' }))
  expect(restored).toEqual([])
  await user.click(question.getByRole('button', { name: 'Restore' }))
  await page.findByText('Version 3 is published again')
  expect(restored).toEqual([3])
  expect(page.getByLabelText<HTMLInputElement>('Name').value).toBe('Shared')
})

test('Failed to load the site settings, and again', async () => {
  breakCalls('rpc/get_site_settings', 500)
  const { page, user } = open(PAGE)
  await page.findByText('Failed to load the site settings')
  restore('rpc/get_site_settings')
  await user.click(page.getByRole('button', { name: 'Try again' }))
  await page.findByLabelText('Tagline')
})

test('the focus stays in the form when a link or a document is removed', async () => {
  const { page, user } = await openForm()
  const links = within(page.getByRole('group', { name: 'Links in the footer' }))
  const add = links.getByRole('button', { name: 'Add a link' })
  const press = async (button: HTMLElement) => {
    button.focus()
    await user.keyboard('{Enter}')
  }
  await press(add)
  await press(add)
  const [first] = links.getAllByRole('button', { name: 'Remove this link' })
  if (!first) throw new Error('there is no link')
  await press(first)
  const left = links.getByRole('button', { name: 'Remove this link' })
  expect(document.activeElement).toBe(left)
  await press(add)
  const way = (name: string) => links.getAllByRole('button', { name })
  const [, last] = way('Move this link up')
  if (!last) throw new Error('there is no second link')
  await press(last)
  expect(document.activeElement, 'at the end').toBe(way('Move this link up')[0])
  await press(way('Remove this link')[1] ?? add)
  await press(left)
  expect(document.activeElement).toBe(add)

  await press(page.getByRole('button', { name: 'Write an about page' }))
  await press(await page.findByRole('button', { name: 'Remove the about page' }))
  const write = () => page.getByRole('button', { name: 'Write an about page' })
  expect(document.activeElement).toBe(write())

  // What somebody wrote and did not publish is not lost by one press.
  await press(write())
  const field = await page.findByLabelText<HTMLTextAreaElement>('About page')
  field.setSelectionRange(0, field.value.length)
  await user.paste('Written by hand.')
  const remove = page.getByRole('button', { name: 'Remove the about page' })
  await press(remove)
  const question = async () => within(await page.findByRole('dialog', { name: 'Discard what you wrote?' }))
  await user.click((await question()).getByRole('button', { name: 'Keep editing' }))
  expect(field.value).toBe('Written by hand.')
  await waitFor(() => expect(document.activeElement).toBe(remove))
  await press(remove)
  await user.click((await question()).getByRole('button', { name: 'Remove the about page' }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(write())
})

test('a document whose text is cleared can be written anew, until its field is left', async () => {
  const { page, user } = await openForm()
  await user.click(page.getByRole('button', { name: 'Write an about page' }))
  const field = await page.findByLabelText<HTMLTextAreaElement>('About page')
  await waitFor(() => expect(document.activeElement).toBe(field))
  await user.clear(field)
  await user.type(field, 'Anew', { skipClick: true })
  expect(field.value).toBe('Anew')
  await user.clear(field)
  await user.click(page.getByLabelText('Tagline'))
  expect(page.queryByLabelText('About page')).toBeNull()
  expect(page.getByRole('button', { name: 'Write an about page' })).toBeTruthy()
})
